// The few cryptographic operations that the service uses, all OpenSSL's.
//
// All functions are safe to call from several threads. They throw std::runtime_error if OpenSSL
// fails, which means that the machine is broken (no entropy, no memory).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace core {

using Sha256 = std::array<std::uint8_t, 32>;

// Bytes from the system's cryptographic random source.
void fill_random(std::span<std::uint8_t> bytes);

Sha256 sha256(std::string_view data);
// Its first `bytes` in hexadecimal, which tell one text from another.
std::string short_sha256(std::string_view data, std::size_t bytes);
Sha256 hmac_sha256(std::string_view key, std::string_view data);

// Whether both are equal, in constant time. Lengths are not secret.
bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

}  // namespace core
