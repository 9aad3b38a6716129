// Arguments: the options of one call of artifact-admin, and its operand.
//
// Every option has at most one value. The command line has been checked against the command's
// declaration (cli/commands.cc), so required options are present; the command parses their values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

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

// The commands of artifact-admin. Each has a file of its own, named for it; commands.cc declares
// them all, with their options.
//
// A command prints its result on standard output. It throws WrongUsage if a value is not valid, and
// any other exception if it fails.

void set_up(const Arguments& arguments);
void check(const Arguments& arguments);
void show_settings(const Arguments& arguments);
void migrate(const Arguments& arguments);
void add_account(const Arguments& arguments);
void list_accounts(const Arguments& arguments);
void show_account(const Arguments& arguments);
void rename_account(const Arguments& arguments);
void set_plan(const Arguments& arguments);
void set_storage(const Arguments& arguments);
void set_sender(const Arguments& arguments);
void remove_account(const Arguments& arguments);
void add_user(const Arguments& arguments);
void make_password_link(const Arguments& arguments);
void list_users(const Arguments& arguments);
void show_user(const Arguments& arguments);
void set_role(const Arguments& arguments);
void set_email(const Arguments& arguments);
void disable_second_factor(const Arguments& arguments);
void remove_user(const Arguments& arguments);
void add_key(const Arguments& arguments);
void list_keys(const Arguments& arguments);
void revoke_key(const Arguments& arguments);
void list_grants(const Arguments& arguments);
void revoke_grant(const Arguments& arguments);
void list_links(const Arguments& arguments);
void reissue_links(const Arguments& arguments);
void find(const Arguments& arguments);
void disable(const Arguments& arguments);
void enable(const Arguments& arguments);
void list_audit_events(const Arguments& arguments);
void show_usage(const Arguments& arguments);
void maintain(const Arguments& arguments);
void back_up(const Arguments& arguments);

struct Option {
  std::string name;        // "--account"
  std::string value_name;  // "ID"; empty for an option without a value
  std::string description;
  bool is_required = false;
};

// An argument that is not an option.
struct Operand {
  std::string name;  // "KEY_ID"
  std::string description;
  bool is_required = false;
};

struct Command {
  std::vector<std::string> words;  // one, or a group and a subcommand: "key", "add"
  std::string purpose;
  std::vector<Option> options;
  void (*run)(const Arguments& arguments);
  std::optional<Operand> operand = std::nullopt;
};

// All of them, in the order of the help text.
const std::vector<Command>& commands();

}  // namespace cli
