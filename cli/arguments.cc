#include "cli/arguments.h"

#include <sstream>
#include <utility>

namespace cli {
namespace {

constexpr const char* kConfig = "--config";

bool is_option(std::string_view word) { return word.starts_with("--"); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The usage text in one line, as an error says it.
std::string what_is_taken(std::string_view usage) {
  std::istringstream words{std::string(usage)};
  std::string text;
  for (std::string word; words >> word;) text += ' ' + word;
  return text.empty() ? " no options" : text;
}

}  // namespace

Syntax read_syntax(std::string_view usage) {
  Syntax syntax;
  std::istringstream words{std::string(usage)};
  std::string last;  // the option before, if it can have a value
  for (std::string word; words >> word;) {
    const bool ends = word.ends_with(']');
    std::erase(word, '[');
    std::erase(word, ']');
    if (is_option(word)) {
      syntax.options[word] = false;
      last = ends ? "" : word;
    } else if (!last.empty()) {
      syntax.options[last] = true;
      last.clear();
    } else {
      syntax.words.push_back(word);
    }
  }
  return syntax;
}

Arguments::Arguments(std::vector<std::string> all, const std::vector<std::string>& command,
                     std::string_view usage)
    : all_(std::move(all)) {
  Syntax syntax = read_syntax(usage);
  syntax.options[kConfig] = true;
  const auto refuse = [&](const std::string& what) {
    return WrongUsage(what + "; `" + joined(command) + "` takes" + what_is_taken(usage));
  };
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const std::string& word = all_[i];
    if (word.size() < 2 || word.front() != '-') {
      words_.push_back(word);
      continue;
    }
    const auto option = syntax.options.find(word);
    if (option == syntax.options.end()) throw refuse("unknown option " + word);
    if (options_.contains(word)) throw refuse(word + " is given more than once");
    if (!option->second) {
      options_[word] = "";
    } else if (i + 1 < all_.size() && !is_option(all_[i + 1])) {
      options_[word] = all_[++i];
    } else {
      throw refuse(word + " requires a value");
    }
  }
  words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(command.size()));
  if (words_.size() > syntax.words.size())
    throw refuse("\"" + words_[syntax.words.size()] + "\" is an unexpected argument");
}

std::optional<std::string> Arguments::value(const std::string& option) const {
  const auto found = options_.find(option);
  if (found == options_.end()) return std::nullopt;
  return found->second;
}

std::string Arguments::required(const std::string& option) const {
  const auto found = value(option);
  if (!found || found->empty()) throw WrongUsage(option + " is required");
  return *found;
}

}  // namespace cli
