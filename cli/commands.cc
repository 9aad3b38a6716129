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
       "set up the installed service, or the parts that are missing; prompts for omitted values",
       set_up},
      {{"check"},
       "[--json] [--migrations DIR]",
       "check the installation and report problems; changes nothing",
       check},
      {{"migrate"}, "[--migrations DIR]", "apply pending database migrations", migrate},
      {{"account", "add"},
       "--name NAME --plan free|pro|enterprise [--requests-per-minute N] [--if-none] [--json]",
       "create an account (with --if-none, only if there is none yet) and print its ID",
       add_account},
      {{"account", "list"}, "[--json]", "list all accounts, oldest first", list_accounts},
      {{"account", "show"}, "--account ID [--json]", "show an account", show_account},
      {{"account", "rename"}, "--account ID --name NAME", "rename an account", rename_account},
      {{"account", "set-plan"},
       "--account ID --plan free|pro|enterprise [--requests-per-minute N]",
       "change the plan and rate limit of an account, effective immediately",
       set_plan},
      {{"account", "set-storage"},
       "--account ID [--max-bytes N|unlimited|plan] [--max-artifacts N|unlimited|plan]",
       "override the storage limits of the plan for an account, effective immediately",
       set_storage},
      {{"account", "remove"},
       "--account ID [--yes]",
       "permanently remove an account and all its data; asks for confirmation unless --yes is "
       "given",
       remove_account},
      {{"user", "add"},
       "--account ID --email EMAIL [--role owner|member] [--json]",
       "create a dashboard user (by default an owner) and print a one-time link to set a password",
       add_user},
      {{"user", "password-link"},
       "--email EMAIL [--json]",
       "print a one-time link to set a new password",
       make_password_link},
      {{"user", "list"}, "--account ID [--json]", "list the users of an account", list_users},
      {{"user", "set-role"},
       "--email EMAIL --role owner|member",
       "change the role of a user; the last owner cannot be demoted",
       set_role},
      {{"user", "set-email"},
       "--email EMAIL --new-email EMAIL",
       "give a user another address to sign in with",
       set_email},
      {{"user", "disable-second-factor"},
       "--email EMAIL",
       "turn off two-factor authentication for a user who lost their device and recovery codes",
       disable_second_factor},
      {{"user", "remove"},
       "--email EMAIL",
       "remove a user and sign them out; the last owner cannot be removed",
       remove_user},
      {{"key", "add"},
       "--account ID --name NAME [--scopes S,S] [--expires-in 90d] [--json]",
       "create an API key and print it; it is not shown again",
       add_key},
      {{"key", "list"},
       "--account ID [--json]",
       "list the API keys of an account, without their secrets",
       list_keys},
      {{"key", "revoke"}, "KEY_ID", "revoke an API key immediately", revoke_key},
      {{"link", "list"},
       "[--account ID] [--signing-key KEY] [--signing-key-removed] [--json]",
       "list share links, oldest first, without their URLs",
       list_links},
      {{"link", "reissue"},
       "--signing-key KEY [--account ID] [--json]",
       "re-sign the share links of another signing key with the current one and print their new "
       "URLs",
       reissue_links},
      {{"find"},
       "[WHAT] [--log FILE] [--json]",
       "whose a share link, an id, an API key or its beginning, or an email address is, and its "
       "state; WHAT is read from standard input where it is not given",
       find},
      {{"disable"},
       "[WHAT] --reason TEXT",
       "have nobody use an account, an artifact or a share link until it is enabled; its owner is "
       "told the reason",
       disable},
      {{"enable"}, "[WHAT]", "let it be used again", enable},
      {{"audit", "list"},
       "--account ID [--action ACTION] [--limit N] [--json]",
       "list audit events of an account, newest first; 100 events by default",
       list_audit_events},
      {{"usage"},
       "--account ID [--json]",
       "show requests and views of the last 30 days, artifacts, share links and storage",
       show_usage},
      {{"maintain"},
       "[--accept-clock] [--json]",
       "remove expired data and store pending view counts; run by a timer. --accept-clock trusts "
       "the clock of the database, whatever it says",
       maintain},
      {{"backup"},
       "[--folder DIR] [--keep N]",
       "back up the database and the configuration into a new folder, and remove old backups",
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
  if (words.empty()) throw WrongUsage("no command given");
  std::string others;
  for (const Command& command : commands()) {
    if (begins_with(words, command.words)) return command;
    if (command.words.front() == words.front() && command.words.size() > 1)
      others += (others.empty() ? "" : ", ") + command.words[1];
  }
  if (words.front().starts_with("--"))
    throw WrongUsage("the command must come before " + words.front());
  if (others.empty()) throw WrongUsage("unknown command " + words.front());
  throw WrongUsage("`" + words.front() + "` requires a subcommand: " + others);
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
      "FILE defaults to the installed configuration, /etc/artifact-share/artifact-share.conf.\n"
      "\n"
      "Exit status: 0 success, 1 failure or problems found, 2 usage error.\n";
  return text;
}

}  // namespace cli
