#include "cli/commands.h"

#include <algorithm>

namespace cli {
namespace {

const std::vector<Command>& commands() {
  static const std::vector<Command> table{
      {{"setup"},
       "[--host NAME] [--database URL] [--redis URL] [--workers N]\n"
       "        [--certificate FILE --certificate-key FILE] [--account NAME] [--email EMAIL] "
       "[--yes]",
       "set the installed service up, or what of it is missing; asks for what is not given",
       set_up},
      {{"check"},
       "[--json] [--migrations DIR]",
       "look whether everything is right, and say what is not",
       check},
      {{"migrate"}, "[--migrations DIR]", "bring the database's schema up to date", migrate},
      {{"account", "add"},
       "--name NAME --plan free|pro|enterprise [--requests-per-minute N] [--if-none] [--json]",
       "make an account, with --if-none only the first; prints its id",
       add_account},
      {{"account", "list"}, "[--json]", "all accounts, oldest first", list_accounts},
      {{"account", "show"}, "--account ID [--json]", "one account", show_account},
      {{"account", "rename"}, "--account ID --name NAME", "give it another name", rename_account},
      {{"account", "set-plan"},
       "--account ID --plan free|pro|enterprise [--requests-per-minute N]",
       "change its plan and limit, from the next request on",
       set_plan},
      {{"account", "set-storage"},
       "--account ID [--max-bytes N|unlimited|plan] [--max-artifacts N|unlimited|plan]",
       "change how much it may keep, whatever its plan has, from the next write on",
       set_storage},
      {{"account", "remove"},
       "--account ID [--yes]",
       "remove it with all that belongs to it; asks for its name, unless --yes is given",
       remove_account},
      {{"user", "add"},
       "--account ID --email EMAIL [--role owner|member] [--json]",
       "make a user of the dashboard, an owner unless it is said otherwise; prints a link to "
       "choose "
       "a password, good once",
       add_user},
      {{"user", "password-link"},
       "--email EMAIL [--json]",
       "print such a link for a user who has lost their password",
       make_password_link},
      {{"user", "list"}, "--account ID [--json]", "the account's users", list_users},
      {{"user", "set-role"},
       "--email EMAIL --role owner|member",
       "change what a user may do; the last owner stays one",
       set_role},
      {{"user", "disable-second-factor"},
       "--email EMAIL",
       "for a user who has lost it and the recovery codes",
       disable_second_factor},
      {{"user", "remove"},
       "--email EMAIL",
       "remove a user, who is signed out at once; the last owner stays",
       remove_user},
      {{"key", "add"},
       "--account ID --name NAME [--scopes S,S] [--expires-in 90d] [--json]",
       "make an API key; prints it, this once",
       add_key},
      {{"key", "list"},
       "--account ID [--json]",
       "the account's keys, without the keys themselves",
       list_keys},
      {{"key", "revoke"}, "KEY_ID", "refuse the key from now on", revoke_key},
      {{"link", "list"},
       "[--account ID] [--signing-key KEY] [--signing-key-removed] [--json]",
       "share links, oldest first, without their addresses",
       list_links},
      {{"link", "reissue"},
       "--signing-key KEY [--account ID] [--json]",
       "have the current signing key sign the links that another has signed; prints their new "
       "addresses",
       reissue_links},
      {{"audit", "list"},
       "--account ID [--action ACTION] [--limit N] [--json]",
       "who did what in the account, newest first, 100 events unless it is said otherwise",
       list_audit_events},
      {{"usage"},
       "--account ID [--json]",
       "requests and views of the last 30 days, artifacts, links, bytes",
       show_usage},
      {{"maintain"}, "[--json]", "remove what is dead, add up views; for a timer to run", maintain},
      {{"backup"},
       "[--folder DIR] [--keep N]",
       "write the database and the configuration into a folder of its own, and remove old backups",
       back_up},
  };
  return table;
}

bool begins_with(const std::vector<std::string>& words, const std::vector<std::string>& begin) {
  return words.size() >= begin.size() && std::equal(begin.begin(), begin.end(), words.begin());
}

}  // namespace

const Command& find_command(const std::vector<std::string>& all) {
  std::vector<std::string> words = all;
  if (words.size() >= 2 && words.front() == "--config")
    words.erase(words.begin(), words.begin() + 2);
  if (words.empty()) throw WrongUsage("no command is named");
  std::string others;
  for (const Command& command : commands()) {
    if (begins_with(words, command.words)) return command;
    if (command.words.front() == words.front() && command.words.size() > 1)
      others += (others.empty() ? "" : ", ") + command.words[1];
  }
  if (words.front().starts_with("--"))
    throw WrongUsage("the command stands before " + words.front());
  if (others.empty()) throw WrongUsage("there is no command " + words.front());
  throw WrongUsage("`" + words.front() + "` goes on with one of " + others);
}

std::string usage() {
  std::string text = "usage: artifact-admin [--config FILE] COMMAND [options]\n\n";
  for (const Command& command : commands()) {
    text += "  ";
    for (const std::string& word : command.words) text += word + ' ';
    text += std::string(command.usage) + "\n      " + command.purpose + '\n';
  }
  text +=
      "\n"
      "Without --config it is the installed service that is meant, "
      "/etc/artifact-share/artifact-share.conf.\n"
      "\n"
      "Exit status: 0 done, 1 it could not be done or is not right, 2 called wrongly.\n";
  return text;
}

}  // namespace cli
