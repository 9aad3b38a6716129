// artifact-admin find
#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/moderation/logged_request.h"
#include "cli/moderation/subject.h"
#include "core/identity/client_request_id.h"
#include "core/json/json_writer.h"
#include "db/accounts/operator_search.h"

namespace cli {
namespace {

void write_found(core::JsonWriter& json, const db::Found& found) {
  const db::FoundThing& thing = found.thing;
  json.begin_object();
  json.member("kind", thing.kind).member("id", thing.id).member("name", thing.name);
  json.member("state", thing.state).member("createdAt", thing.created_at.rfc3339());
  core::write_disabled(json, thing.disabled);
  if (thing.artifact) json.member("artifact", thing.artifact->to_string());
  if (thing.maker) {
    json.key("madeBy").begin_object();
    json.member("name", thing.maker->name);
    if (thing.maker->user) json.member("userId", thing.maker->user->to_string());
    if (thing.maker->key) json.member("keyId", thing.maker->key->to_string());
    json.end_object();
  }
  json.key("account").begin_object();
  json.member("id", found.account.id.to_string()).member("name", found.account.name);
  core::write_disabled(json, found.account.disabled);
  json.key("owners").begin_array();
  for (const std::string& owner : found.account.owners) json.value(owner);
  json.end_array();
  json.end_object();
  json.end_object();
}

std::string disabled_text(const std::optional<core::Disabled>& disabled) {
  if (!disabled) return {};
  return ", disabled since " + disabled->since.rfc3339() + ": " + disabled->reason;
}

std::string text_of(const core::Actor& maker) {
  if (maker.key) return "API key " + maker.key->to_string() + "  " + maker.name;
  if (maker.user) return "user " + maker.user->to_string() + "  " + maker.name;
  return maker.name;
}

void print_found(const db::Found& found) {
  const db::FoundThing& thing = found.thing;
  std::string owners;
  for (const std::string& owner : found.account.owners)
    owners += (owners.empty() ? "" : ", ") + owner;
  std::printf("%s %s  %s\n", thing.kind.c_str(), thing.id.c_str(), thing.name.c_str());
  std::printf("  state     %s%s\n", thing.state.c_str(), disabled_text(thing.disabled).c_str());
  std::printf("  created   %s\n", thing.created_at.rfc3339().c_str());
  if (thing.artifact) std::printf("  artifact  %s\n", thing.artifact->to_string().c_str());
  if (thing.maker) std::printf("  made by   %s\n", text_of(*thing.maker).c_str());
  std::printf("  account   %s  %s%s\n", found.account.id.to_string().c_str(),
              found.account.name.c_str(), disabled_text(found.account.disabled).c_str());
  std::printf("  owners    %s\n", owners.empty() ? "none" : owners.c_str());
}

// The time in a UUIDv7. The IDs that nginx generates are random.
std::optional<core::Timestamp> time_of(const core::Uuid& uuid) {
  if (uuid.bytes[6] >> 4 != 7) return std::nullopt;
  std::int64_t milliseconds = 0;
  for (unsigned i = 0; i < 6; ++i) milliseconds = milliseconds << 8 | uuid.bytes[i];
  return core::Timestamp::from_unix_milliseconds(milliseconds);
}

// Requests are not stored; there are only the lines in the logs.
std::runtime_error where_to_look(const core::RequestId& id) {
  const auto start = time_of(id.uuid());
  if (!start) {
    return std::runtime_error(
        "nginx responded to this request without a worker, so it is only in the access log of "
        "nginx; "
        "specify that file with --log");
  }
  const std::int64_t second = start->unix_seconds();
  return std::runtime_error("the request started at " + start->rfc3339() +
                            "; to find it in the log of the workers, run: journalctl -o cat -u "
                            "'artifact-share-worker@*' --since @" +
                            std::to_string(second - 60) + " --until @" +
                            std::to_string(second + 120) + " | artifact-admin find " +
                            id.to_string() + " --log -");
}

// By which the logs name a request: the service's own ID, or the one that the client has sent.
bool is_request_id(const std::string& text, const core::SigningKeys& keys) {
  if (const auto subject = find_subject(text, keys))
    return std::holds_alternative<core::RequestId>(*subject);
  return core::is_client_request_id(text);
}

LoggedRequest logged(const std::string& id, const std::string& log) {
  std::ifstream file;
  if (log != "-") {
    file.open(log);
    if (!file) throw std::runtime_error("cannot read " + log);
  }
  auto request = find_request(log == "-" ? std::cin : file, id);
  if (!request) throw std::runtime_error("the log does not contain this request");
  return *std::move(request);
}

using Matches = std::vector<db::Found>;

void add(Matches& all, Matches more) {
  for (db::Found& found : more) all.push_back(std::move(found));
}

// The account and artifact of the request, as far as they are logged.
Matches find_of(db::OperatorSearch& search, const LoggedRequest& request) {
  Matches found;
  if (request.account) add(found, search.find(*request.account));
  if (request.artifact) add(found, search.find(*request.artifact));
  return found;
}

Matches find_matches(db::OperatorSearch& search, const Subject& subject) {
  return std::visit(
      [&](const auto& what) -> Matches {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, core::RequestId>) {
          throw where_to_look(what);
        } else if constexpr (std::is_same_v<What, KeyPrefix>) {
          return search.find_keys(what.text);
        } else {
          return search.find(what);
        }
      },
      subject);
}

}  // namespace

void find(const Arguments& arguments) {
  // The log may be readable by root only, so it is read before root becomes the service's user.
  const core::Configuration configuration = load_configuration(arguments);
  const std::string text = subject_text(arguments);
  const auto log = arguments.value("--log");
  std::optional<LoggedRequest> request;
  std::optional<Subject> subject;
  if (log) {
    if (!is_request_id(text, configuration.signing_keys)) {
      throw WrongUsage(
          "--log requires a request ID: req_…, or the X-Request-Id that the client has sent");
    }
    request = logged(text, *log);
  } else {
    subject = parse_subject(text, configuration.signing_keys);
  }
  Connections connections(arguments);
  db::OperatorSearch search(connections.postgres);
  const Matches found = request ? find_of(search, *request) : find_matches(search, *subject);
  if (found.empty() && !request) throw std::runtime_error("not found");
  if (!arguments.has("--json")) {
    if (request) std::puts(request->line.c_str());
    for (const db::Found& one : found) print_found(one);
    return;
  }
  core::JsonWriter json;
  json.begin_object();
  if (request) json.key("request").raw(request->line);
  json.key("found").begin_array();
  for (const db::Found& one : found) write_found(json, one);
  json.end_array();
  json.end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
