#include "cli/commands.h"

#include <charconv>
#include <utility>

namespace cli {
namespace {

Option required(Option option) {
  option.is_required = true;
  return option;
}

std::vector<Command> declare_commands() {
  const Option json{"--json", "", "print JSON"};
  const Option account{"--account", "ID", "the account, acc_…"};
  const Option email{"--email", "EMAIL", "the email address of the user"};
  const Option plan{"--plan", "free|pro|enterprise", "the plan of the account"};
  const Option requests_per_minute{"--requests-per-minute", "N",
                                   "rate limit of an account on the enterprise plan"};
  const Option role{"--role", "owner|member", "the role of the user"};
  const Option signing_key{"--signing-key", "KEY", "the ID of a signing key"};
  const Option yes{"--yes", "", "do not prompt"};
  const Option migrations{"--migrations", "DIR",
                          "the directory with the migrations, by default the installed one"};
  const Operand what{
      "WHAT",
      "an account, artifact or share link: its ID or URL; read from standard input if omitted"};

  return {
      {{"setup"},
       "set up the installed service, or the parts that are missing; prompts for omitted values",
       {{"--host", "NAME", "the public host name of the service, with :PORT if that is not 443"},
        {"--database", "URL", "PostgreSQL, as a libpq connection string"},
        {"--redis", "URL", "Redis, as unix:///PATH or redis://HOST:PORT"},
        {"--workers", "N", "the number of worker processes"},
        {"--certificate", "FILE", "the TLS certificate, with its whole chain"},
        {"--certificate-key", "FILE", "the private key of the certificate"},
        {"--account", "NAME", "the name of the first account"},
        {"--email", "EMAIL", "the email address of the first dashboard user"},
        yes},
       set_up},
      {{"check"},
       "check the installation and report problems; changes nothing",
       {json, migrations},
       check},
      {{"settings"}, "show all settings with their defaults", {json}, show_settings},
      {{"migrate"}, "apply pending database migrations", {migrations}, migrate},
      {{"account", "add"},
       "create an account and print its ID",
       {required({"--name", "NAME", "the name of the account"}), required(plan),
        requests_per_minute, Option{"--if-none", "", "only if there is no account yet"}, json},
       add_account},
      {{"account", "list"}, "list all accounts, oldest first", {json}, list_accounts},
      {{"account", "show"}, "show an account", {required(account), json}, show_account},
      {{"account", "rename"},
       "rename an account",
       {required(account), required({"--name", "NAME", "the new name"})},
       rename_account},
      {{"account", "set-plan"},
       "change the plan and rate limit of an account, effective immediately",
       {required(account), required(plan), requests_per_minute},
       set_plan},
      {{"account", "set-storage"},
       "override the storage limits of the plan for an account, effective immediately",
       {required(account),
        {"--max-bytes", "N|unlimited|plan",
         "bytes of content; plan restores the limit of the plan"},
        {"--max-artifacts", "N|unlimited|plan", "number of artifacts, likewise"}},
       set_storage},
      {{"account", "set-sender"},
       "decide whether share pages show who shares, and set the name and logo of an account",
       {required(account),
        {"--allowed", "yes|no", "whether the account may show its name to viewers, by default no"},
        {"--shown", "yes|no", "whether its links show it that do not say so themselves"},
        {"--name", "NAME", "the name that viewers see; an empty one removes it"},
        {"--logo", "FILE", "a PNG of at most 64 KiB and 1,024 pixels a side; empty: removed"}},
       set_sender},
      {{"account", "remove"},
       "permanently remove an account and all its data; prompts for the account name",
       {required(account), yes},
       remove_account},
      {{"user", "add"},
       "create a dashboard user and print a one-time link to set a password",
       {required(account), required(email),
        Option{"--role", "owner|member", "the role of the user, by default owner"}, json},
       add_user},
      {{"user", "password-link"},
       "print a one-time link to set a new password",
       {required(email), json},
       make_password_link},
      {{"user", "list"}, "list the users of an account", {required(account), json}, list_users},
      {{"user", "show"}, "show a user", {required(email), json}, show_user},
      {{"user", "set-role"},
       "change the role of a user; the last owner cannot be demoted",
       {required(email), required(role)},
       set_role},
      {{"user", "set-email"},
       "change the email address of a user",
       {required(email), required({"--new-email", "EMAIL", "the new email address"})},
       set_email},
      {{"user", "disable-second-factor"},
       "turn off two-factor authentication for a user who lost their device and recovery codes",
       {required(email)},
       disable_second_factor},
      {{"user", "remove"},
       "remove a user and sign them out; the last owner cannot be removed",
       {required(email)},
       remove_user},
      {{"key", "add"},
       "create an API key and print it; it is not shown again",
       {required(account), required({"--name", "NAME", "the name of the key"}),
        Option{"--scopes", "S,S",
               "comma-separated list of artifacts:read, artifacts:write, artifacts:share, "
               "artifacts:delete and account:read; by default all"},
        Option{"--expires-in", "DURATION", "such as 12h or 90d; by default never"},
        Option{"--maximum-expiry", "DURATION",
               "how long its artifacts and share links can last; by default as long as the account "
               "allows"},
        Option{"--password-required", "", "its share links must have a password"},
        Option{"--refuse-secrets", "", "it cannot publish what looks like a secret"}, json},
       add_key},
      {{"key", "list"},
       "list the API keys of an account, without their secrets",
       {required(account), json},
       list_keys},
      {{"key", "revoke"},
       "revoke an API key immediately",
       {},
       revoke_key,
       Operand{"KEY_ID", "the ID of the key, key_…", true}},
      {{"grant", "list"},
       "list the apps that users of an account have connected",
       {required(account), json},
       list_grants},
      {{"grant", "revoke"},
       "disconnect an app immediately",
       {},
       revoke_grant,
       Operand{"APP_ID", "the ID of the connected app, app_…", true}},
      {{"link", "list"},
       "list share links, oldest first, with the version that they show, without their URLs",
       {account,
        signing_key,
        {"--signing-key-removed", "", "only links whose signing key is no longer configured"},
        json},
       list_links},
      {{"link", "reissue"},
       "re-sign the share links of a signing key with the current one and print their new URLs",
       {required(signing_key), account, json},
       reissue_links},
      {{"find"},
       "show the account that something belongs to, its owners, and its state",
       {{"--log", "FILE", "the log to search for a request ID; - for standard input"}, json},
       find,
       Operand{"WHAT",
               "an ID, the URL of a share link or artifact, an email address, or an API key or its "
               "first characters; read from standard input if omitted"}},
      {{"disable"},
       "disable an account, artifact or share link until it is enabled again",
       {required({"--reason", "TEXT", "the reason, which its owner sees"})},
       disable,
       what},
      {{"enable"}, "enable a disabled account, artifact or share link", {}, enable, what},
      {{"audit", "list"},
       "list audit events of an account, newest first",
       {required(account),
        {"--action", "ACTION", "only events with this action, such as key.created"},
        {"--limit", "N", "the maximum number of events, by default 100"},
        json},
       list_audit_events},
      {{"usage"},
       "show requests and views of the last 30 days, artifacts, share links and storage",
       {required(account), json},
       show_usage},
      {{"maintain"},
       "remove expired data and store pending view counts; run by a timer",
       {{"--accept-clock", "", "run even if the database clock appears to be wrong"},
        {"--quiet", "", "print nothing if there was nothing to do"},
        json},
       maintain},
      {{"backup"},
       "back up the database and the configuration to a new directory, and remove old backups",
       {{"--folder", "DIR", "where backups are kept, by default backup_folder"},
        {"--keep", "N", "the number of backups to keep, by default 14"}},
       back_up},
  };
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> table = declare_commands();
  return table;
}

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
