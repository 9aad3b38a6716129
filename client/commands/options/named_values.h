// Options whose values are a few words.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace client {

// Any other value is a wrong command line.
inline CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::IsMember(std::move(words)).name("");
}

// The names of pairs.
template <typename Value, std::size_t count>
CLI::Validator one_of(const std::array<std::pair<std::string_view, Value>, count>& choices) {
  std::vector<std::string> words;
  words.reserve(count);
  for (const auto& [name, value] : choices) words.emplace_back(name);
  return one_of(std::move(words));
}

}  // namespace client
