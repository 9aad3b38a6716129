#include "cli/arguments.h"

#include <charconv>
#include <utility>

namespace cli {

Arguments::Arguments(Options options, std::optional<std::string> operand)
    : options_(std::move(options)), operand_(std::move(operand)) {}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = options_.find(option);
  if (found == options_.end()) return std::nullopt;
  return found->second;
}

std::string Arguments::required(std::string_view option) const {
  const auto found = value(option);
  if (!found || found->empty()) throw WrongUsage(std::string(option) + " is required");
  return *found;
}

std::optional<std::int64_t> Arguments::number(std::string_view option, std::int64_t least,
                                              std::int64_t most) const {
  const auto text = value(option);
  if (!text) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = text->data() + text->size();
  const auto [rest, problem] = std::from_chars(text->data(), end, number);
  if (problem != std::errc() || rest != end || number < least || number > most) {
    throw WrongUsage(std::string(option) + " must be a number from " + std::to_string(least) +
                     " to " + std::to_string(most));
  }
  return number;
}

}  // namespace cli
