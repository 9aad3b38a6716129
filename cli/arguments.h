// Arguments: what artifact-admin was called with: words, and options of the form --name value.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

// Called with words or options that do not fit; the message says which.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  // `all`: everything after the program's name. Throws WrongUsage if an option lacks its value.
  explicit Arguments(std::vector<std::string> all);

  // As they were given.
  const std::vector<std::string>& all() const { return all_; }
  // Those that belong to no option.
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
