#include "cli/arguments.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cli {
namespace {

// The options that take no value.
constexpr std::array<std::string_view, 5> kFlags{"--help", "--if-none", "--json",
                                                 "--signing-key-removed", "--yes"};

bool is_flag(const std::string& word) {
  return std::find(kFlags.begin(), kFlags.end(), word) != kFlags.end();
}

}  // namespace

Arguments::Arguments(std::vector<std::string> all) : all_(std::move(all)) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const std::string& word = all_[i];
    if (!word.starts_with("--")) {
      words_.push_back(word);
    } else if (is_flag(word)) {
      options_[word] = "";
    } else if (i + 1 < all_.size()) {
      options_[word] = all_[++i];
    } else {
      throw WrongUsage(word + " needs a value");
    }
  }
}

std::optional<std::string> Arguments::value(const std::string& option) const {
  const auto found = options_.find(option);
  if (found == options_.end()) return std::nullopt;
  return found->second;
}

std::string Arguments::required(const std::string& option) const {
  const auto found = value(option);
  if (!found || found->empty()) throw WrongUsage(option + " is needed");
  return *found;
}

}  // namespace cli
