// Names that std::hash cannot tell apart, as an attacker would choose them to make a hash table
// slow.
//
// libstdc++ hashes with MurmurHash64A and a constant seed. Its step for eight bytes can be
// inverted, so for any first eight bytes there are eight more with which the hash is the one
// wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// `count` different names of 16 ASCII characters that JSON needs no escapes for.
inline std::vector<std::string> names_of_same_hash(std::size_t count) {
  constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995;
  constexpr std::uint64_t kSeed = 0xc70f6907;
  constexpr std::uint64_t kState = 0x1234567812345678;  // wanted after both steps; any will do
  std::uint64_t inverse = kFactor;                      // modulo 2^64, by Newton's method
  for (int i = 0; i < 6; ++i) inverse *= 2 - kFactor * inverse;
  const auto fold = [](std::uint64_t value) { return value ^ value >> 47; };

  std::mt19937_64 random(1);
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  std::vector<std::string> names;
  while (names.size() < count) {
    char name[16];
    std::uint64_t bits = random();
    for (int i = 0; i < 8; ++i, bits >>= 6) name[i] = kLetters[bits % 64];
    std::uint64_t first = 0;
    std::memcpy(&first, name, 8);
    const std::uint64_t state =
        ((kSeed ^ 16 * kFactor) ^ fold(first * kFactor) * kFactor) * kFactor;
    const std::uint64_t second = fold((state ^ kState * inverse) * inverse) * inverse;
    std::memcpy(name + 8, &second, 8);
    if (std::all_of(name + 8, name + 16,
                    [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\\'; }))
      names.emplace_back(name, 16);
  }
  return names;
}

}  // namespace core
