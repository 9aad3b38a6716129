// Options whose values are a few words, or whole numbers. The messages go on from the name of the
// option, as those of the API do.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace client {

// Any other value is a wrong command line.
CLI::Validator one_of(std::vector<std::string> words);
CLI::Validator from_to(std::uint64_t least, std::uint64_t most);

// The names of pairs.
template <typename Value, std::size_t count>
CLI::Validator one_of(const std::array<std::pair<std::string_view, Value>, count>& choices) {
  std::vector<std::string> words;
  words.reserve(count);
  for (const auto& [name, value] : choices) words.emplace_back(name);
  return one_of(std::move(words));
}

}  // namespace client
