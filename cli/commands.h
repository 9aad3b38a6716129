// The commands of artifact-admin. Each has a file of its own, named for it; commands.cc has the one
// table of them.
//
// A command prints what it did on standard output. It throws WrongUsage if it was called wrongly,
// and any other exception if it could not be done.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace cli {

void set_up(const Arguments& arguments);
void check(const Arguments& arguments);
void migrate(const Arguments& arguments);
void add_account(const Arguments& arguments);
void list_accounts(const Arguments& arguments);
void show_account(const Arguments& arguments);
void rename_account(const Arguments& arguments);
void set_plan(const Arguments& arguments);
void set_storage(const Arguments& arguments);
void remove_account(const Arguments& arguments);
void add_user(const Arguments& arguments);
void make_password_link(const Arguments& arguments);
void list_users(const Arguments& arguments);
void set_role(const Arguments& arguments);
void set_email(const Arguments& arguments);
void disable_second_factor(const Arguments& arguments);
void remove_user(const Arguments& arguments);
void add_key(const Arguments& arguments);
void list_keys(const Arguments& arguments);
void revoke_key(const Arguments& arguments);
void list_links(const Arguments& arguments);
void reissue_links(const Arguments& arguments);
void find(const Arguments& arguments);
void disable(const Arguments& arguments);
void enable(const Arguments& arguments);
void list_audit_events(const Arguments& arguments);
void show_usage(const Arguments& arguments);
void maintain(const Arguments& arguments);
void back_up(const Arguments& arguments);

struct Command {
  std::vector<std::string> words;
  const char* usage;  // what it takes, as the usage text shows it; see cli/arguments.h
  const char* purpose;
  void (*run)(const Arguments& arguments);
};

// The command that the program was called for: its words stand first, behind --config FILE alone.
// Throws WrongUsage if there is none.
const Command& find_command(const std::vector<std::string>& all);

// The usage text of the whole program.
std::string usage();

}  // namespace cli
