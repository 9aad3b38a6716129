// Arguments: the options of one call of artifact-admin, and its operand.
//
// Every option has at most one value. The command line has been checked against the command's
// declaration (cli/commands.cc), so required options are there; their values are for the command to
// parse.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace cli {

// A value that is not valid; the message names the option and says what is expected.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  // By name, with an empty value for an option that takes none.
  using Options = std::map<std::string, std::string, std::less<>>;

  explicit Arguments(Options options, std::optional<std::string> operand = std::nullopt);

  const Options& options() const { return options_; }
  // The argument that is not an option, such as KEY_ID.
  const std::optional<std::string>& operand() const { return operand_; }

  bool has(std::string_view option) const { return options_.contains(option); }
  std::optional<std::string> value(std::string_view option) const;
  // Throws WrongUsage if the option is missing or empty.
  std::string required(std::string_view option) const;
  // Throws WrongUsage if the value is not a whole number from `least` to `most`.
  std::optional<std::int64_t> number(std::string_view option, std::int64_t least,
                                     std::int64_t most) const;

 private:
  Options options_;
  std::optional<std::string> operand_;
};

}  // namespace cli
