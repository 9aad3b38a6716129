// artifact-admin account add

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include <syslog.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "db/account_removal.h"
#include "db/account_store.h"
#include "db/audit_log.h"
#include "db/counters/usage_store.h"
#include "db/key_store.h"

namespace cli {

void add_account(const Arguments& arguments) {
  const PlanOptions options = plan_of(arguments);
  const std::string name = name_of(arguments).text();
  const auto id = core::AccountId::generate(core::now());
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  if (arguments.has("--if-none") && accounts.any()) return;
  accounts.create(core::Principal::operator_of(id), id, name, options.plan,
                  options.requests_per_minute);
  if (!arguments.has("--json")) {
    std::puts(id.to_string().c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("id", id.to_string()).end_object();
  std::puts(json.text().c_str());
}

// artifact-admin account list

void list_accounts(const Arguments& arguments) {
  Connections connections(arguments);
  const core::PlanStorageLimits& limits = connections.configuration.storage_limits;
  const auto accounts = db::AccountStore(connections.postgres).list();
  if (!arguments.has("--json")) {
    for (const db::StoredAccount& account : accounts) print_account(account, limits);
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const db::StoredAccount& account : accounts) write_account(json, account, limits);
  json.end_array();
  std::puts(json.text().c_str());
}

// artifact-admin account show

void show_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments);
  const core::PlanStorageLimits& limits = connections.configuration.storage_limits;
  db::AccountStore accounts(connections.postgres);
  const db::StoredAccount account = existing_account(accounts, id);
  if (!arguments.has("--json")) {
    print_account(account, limits);
    return;
  }
  core::JsonWriter json;
  write_account(json, account, limits);
  std::puts(json.text().c_str());
}

// artifact-admin account rename

void rename_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const std::string name = name_of(arguments).text();
  Connections connections(arguments);
  if (!db::AccountStore(connections.postgres).rename(core::Principal::operator_of(id), id, name))
    throw std::runtime_error("no such account");
  std::printf("renamed %s\n", id.to_string().c_str());
}

// artifact-admin account set-plan

void set_plan(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const PlanOptions options = plan_of(arguments);
  Connections connections(arguments);
  if (!db::AccountStore(connections.postgres)
           .set_plan(core::Principal::operator_of(id), id, options.plan,
                     options.requests_per_minute))
    throw std::runtime_error("no such account");
  const int limit = core::requests_per_minute(options.plan, options.requests_per_minute);
  const std::string plan(core::to_string(options.plan));
  std::printf("%s changed to the %s plan, %s per minute\n", id.to_string().c_str(), plan.c_str(),
              counted(limit, "request").c_str());
}

// artifact-admin account set-storage

namespace {

// Sets `agreed` if the option is given.
void read_limit(const Arguments& arguments, const std::string& option,
                std::optional<std::int64_t>& agreed) {
  const auto text = arguments.value(option);
  if (!text) return;
  if (*text == "plan") {
    agreed.reset();
    return;
  }
  if (*text == "unlimited") {
    agreed = core::kUnlimited;
    return;
  }
  std::int64_t number = -1;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (problem != std::errc() || end != text->data() + text->size() || number < 0)
    throw WrongUsage(option + " must be a whole number, unlimited or plan");
  agreed = number;
}

}  // namespace

// Applies to the next write, also if the account already exceeds the new limits.
void set_storage(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  if (!arguments.has("--max-bytes") && !arguments.has("--max-artifacts"))
    throw WrongUsage("--max-bytes or --max-artifacts is required");
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::StoredAccount account = existing_account(accounts, id);
  read_limit(arguments, "--max-bytes", account.agreed_bytes);
  read_limit(arguments, "--max-artifacts", account.agreed_artifacts);
  const std::string limits =
      storage_text(account.storage_limits(connections.configuration.storage_limits));
  accounts.set_storage_limits(core::Principal::operator_of(id), id, account.agreed_bytes,
                              account.agreed_artifacts, limits);
  std::printf("%s changed to %s\n", id.to_string().c_str(), limits.c_str());
}

// artifact-admin usage

namespace {

std::string date_of(const db::UsageDay& day) { return day.begins_at.rfc3339().substr(0, 10); }

}  // namespace

void show_usage(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  existing_account(accounts, id);
  const db::Usage usage = db::UsageStore(connections.postgres, connections.redis).find(id);
  if (!arguments.has("--json")) {
    std::printf("%s, %lld deleted; %s; %s\n", counted(usage.artifacts, "artifact").c_str(),
                static_cast<long long>(usage.deleted_artifacts),
                counted(usage.links, "share link").c_str(),
                counted(usage.content_bytes, "byte").c_str());
    for (const db::UsageDay& day : usage.days) {
      std::printf("%s  %s  %s\n", date_of(day).c_str(), counted(day.requests, "request").c_str(),
                  counted(day.views, "view").c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_object();
  json.member("artifacts", usage.artifacts).member("deletedArtifacts", usage.deleted_artifacts);
  json.member("links", usage.links).member("contentBytes", usage.content_bytes);
  json.key("days").begin_array();
  for (const db::UsageDay& day : usage.days) {
    json.begin_object();
    json.member("day", date_of(day));
    json.member("requests", day.requests).member("views", day.views);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  std::puts(json.text().c_str());
}

// artifact-admin audit list

namespace {

constexpr int kDefaultLimit = 100;
constexpr int kMaxLimit = 1'000'000;

core::AuditListRequest request_of(const Arguments& arguments) {
  core::AuditListRequest request;
  request.limit =
      static_cast<int>(arguments.number("--limit", 1, kMaxLimit).value_or(kDefaultLimit));
  if (const auto name = arguments.value("--action")) {
    request.filter.action = core::parse_audit_action(*name);
    if (!request.filter.action) throw WrongUsage("--action: unknown action \"" + *name + "\"");
  }
  return request;
}

// ": expiry_changed, password_set"; empty without changes.
std::string listed(const std::vector<std::string>& changes) {
  std::string text;
  for (const std::string& change : changes) text += (text.empty() ? ": " : ", ") + change;
  return text;
}

void write_event(core::JsonWriter& json, const db::StoredAuditEvent& event) {
  const db::RecordedActor& actor = event.actor;
  json.begin_object();
  json.member("id", event.id.to_string()).member("createdAt", event.created_at.rfc3339());
  json.member("action", event.action).member("actor", actor.name);
  if (actor.user) json.member("userId", actor.user->to_string());
  if (actor.key) json.member("keyId", actor.key->to_string());
  json.member("address", actor.client_address);
  json.member("subject", event.subject).member("subjectName", event.subject_name);
  if (event.reason) json.member("reason", *event.reason);
  if (!event.changes.empty()) {
    json.key("changes").begin_array();
    for (const std::string& change : event.changes) json.value(change);
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void list_audit_events(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  const core::AuditListRequest request = request_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const db::AuditPage page = db::AuditLog(connections.postgres).list(account, request);
  if (!arguments.has("--json")) {
    for (const db::StoredAuditEvent& event : page.events) {
      std::printf("%s  %s  %s  %s  %s  %s%s%s\n", event.created_at.rfc3339().c_str(),
                  event.action.c_str(), event.actor.name.c_str(),
                  event.actor.client_address.empty() ? "-" : event.actor.client_address.c_str(),
                  event.subject.empty() ? "-" : event.subject.c_str(), event.subject_name.c_str(),
                  event.reason ? (": " + *event.reason).c_str() : "",
                  listed(event.changes).c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const db::StoredAuditEvent& event : page.events) write_event(json, event);
  json.end_array();
  std::puts(json.text().c_str());
}

// artifact-admin account remove

namespace {

// Requires the account name to be typed.
void confirm(const db::StoredAccount& account) {
  std::fprintf(stderr,
               "This permanently removes the account \"%s\" with its users, API keys, artifacts, "
               "share links and audit log.\nType the account name to confirm: ",
               account.name.c_str());
  std::string typed;
  std::getline(std::cin, typed);
  if (typed != account.name)
    throw std::runtime_error("the name does not match; nothing was removed");
}

// The account's audit log goes with it, so the system's log has who removed it.
void note_removal(const db::StoredAccount& account) {
  const char* const user = std::getenv("SUDO_USER");              // NOLINT(concurrency-mt-unsafe)
  const char* const login = user != nullptr ? user : getlogin();  // NOLINT(concurrency-mt-unsafe)
  openlog("artifact-admin", LOG_PID, LOG_AUTHPRIV);
  syslog(LOG_NOTICE, "%s removed the account %s (%s) with all that it had",
         login != nullptr ? login : "the operator", account.id.to_string().c_str(),
         account.name.c_str());
  closelog();
}

}  // namespace

void remove_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments, Waits::briefly);
  db::AccountStore accounts(connections.postgres);
  const db::StoredAccount account = existing_account(accounts, id);
  if (!arguments.has("--yes")) confirm(account);
  // First, so that no worker accepts them any more.
  for (const db::StoredKey& key : db::ApiKeyStore(connections.postgres).list(id))
    db::revoke_key(connections.postgres, connections.redis, core::Principal::operator_of(id), id,
                   key.id);
  constexpr std::chrono::seconds kPatience{5};
  auto removal = db::AccountRemoval::begun;
  try {
    removal = db::remove_account(connections.postgres, id, kPatience);
  } catch (const db::LockTimeout&) {
    // If the account's row was locked, nothing has been removed. Otherwise it is gone, and only the
    // rest waits.
    if (accounts.find(id)) {
      throw std::runtime_error(
          "another transaction has locked rows of the account; find it in pg_stat_activity, and "
          "run "
          "the command again");
    }
  }
  note_removal(account);
  std::printf("removed %s\n", id.to_string().c_str());
  if (removal == db::AccountRemoval::begun) {
    std::printf(
        "Another transaction is not finished yet: the next runs of maintenance remove the "
        "artifacts and the audit log.\n");
  }
}

}  // namespace cli
