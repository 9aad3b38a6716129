// Arguments: what a command of artifact-admin was called with, held against what it takes.
//
// A command's usage text is the one description of what it takes: "--account ID [--json]" is an
// option with a value and one without, "KEY_ID" a word. Everything else is refused, so that a
// mistyped option never does more than was meant. This is why no library parses them: it would need
// the same options declared a second time.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Called with words or options that do not fit; the message says which, and what would be right.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What a usage text says.
struct Syntax {
  std::map<std::string, bool> options;  // by name: whether it takes a value
  std::vector<std::string> words;       // what stands without an option, as KEY_ID
};
Syntax read_syntax(std::string_view usage);

class Arguments {
 public:
  // `all`: everything after the program's name; of it `command` are the words that name the
  // command, and `usage` is the command's usage text. Every command takes --config FILE. Throws
  // WrongUsage.
  Arguments(std::vector<std::string> all, const std::vector<std::string>& command,
            std::string_view usage);

  // As they were given.
  const std::vector<std::string>& all() const { return all_; }
  // Those that belong to no option, without the command's.
  const std::vector<std::string>& words() const { return words_; }

  bool has(const std::string& option) const { return options_.contains(option); }
  std::optional<std::string> value(const std::string& option) const;
  // Throws WrongUsage if the option is missing or empty.
  std::string required(const std::string& option) const;

 private:
  std::vector<std::string> all_;
  std::vector<std::string> words_;
  std::map<std::string, std::string> options_;
};

}  // namespace cli
