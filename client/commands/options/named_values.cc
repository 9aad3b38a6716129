#include "client/commands/options/named_values.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace client {

CLI::Validator one_of(std::vector<std::string> words) {
  const auto problem_of = [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    std::string names;
    for (const std::string& word : words) names += (names.empty() ? "" : ", ") + word;
    return "must be one of " + names;
  };
  return {problem_of, ""};
}

CLI::Validator from_to(std::uint64_t least, std::uint64_t most) {
  const auto problem_of = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    const bool is_number = problem == std::errc() && rest == end;
    if (is_number && number >= least && number <= most) return {};
    return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  };
  return {problem_of, ""};
}

}  // namespace client
