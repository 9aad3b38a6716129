// artifact-admin disable and artifact-admin enable

#include "db/moderation.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <istream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/output.h"
#include "core/account.h"
#include "core/ids.h"
#include "core/security/signing_keys.h"
#include "core/security/tokens.h"
#include "core/share_link.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "core/time.h"

namespace cli {
namespace {

// Finds what an operator names by an ID, a share link URL, an email address or an API key.

// The first characters of an API key.
struct KeyPrefix {
  std::string text;
};

using Subject = std::variant<core::AccountId, core::ArtifactId, core::ShareId, core::KeyId,
                             core::UserId, core::RequestId, core::Email, core::ApiKey, KeyPrefix>;

// Share links; the API and the dashboard.
constexpr std::array<std::string_view, 2> kPathsOfArtifacts{"/a/art_", "/artifacts/art_"};
constexpr std::string_view kIdStart = "art_";
constexpr std::string_view kToken = "token=";
constexpr std::size_t kArtifactIdLength = 30;

template <typename Id>
bool parse_into(std::string_view text, std::optional<Subject>& subject) {
  if (const auto id = Id::parse(text)) subject = *id;
  return subject.has_value();
}

std::optional<core::ArtifactId> artifact_in_address(std::string_view text) {
  for (const std::string_view path : kPathsOfArtifacts) {
    const std::size_t begin = text.find(path);
    if (begin == std::string_view::npos) continue;
    const std::size_t id = begin + path.size() - kIdStart.size();
    if (const auto artifact = core::ArtifactId::parse(text.substr(id, kArtifactIdLength)))
      return artifact;
  }
  return std::nullopt;
}

// https://HOST/a/art_…?token=…, or any part of it with the artifact ID; also
// https://HOST/artifacts/art_… and what is below it, such as a version.
std::optional<Subject> parse_address(std::string_view text, const core::SigningKeys& keys) {
  const auto artifact = artifact_in_address(text);
  if (!artifact) return std::nullopt;
  const std::size_t token = text.find(kToken);
  if (token != std::string_view::npos) {
    std::string_view value = text.substr(token + kToken.size());
    value = value.substr(0, value.find_first_of("&#"));
    if (const auto link = core::verify_share_token(value, *artifact, keys)) return *link;
  }
  return *artifact;
}

// The URL of a share link names the link if one of the keys signed its token, and otherwise its
// artifact, as other addresses of an artifact do. Nothing for any other text.
std::optional<Subject> find_subject(std::string_view text, const core::SigningKeys& keys) {
  std::optional<Subject> subject;
  if (parse_into<core::AccountId>(text, subject) || parse_into<core::ArtifactId>(text, subject) ||
      parse_into<core::ShareId>(text, subject) || parse_into<core::KeyId>(text, subject) ||
      parse_into<core::UserId>(text, subject) || parse_into<core::RequestId>(text, subject))
    return subject;
  if (auto named = parse_address(text, keys)) return named;
  if (parse_into<core::ApiKey>(text, subject)) return subject;
  if (text.starts_with("artk_")) return KeyPrefix{std::string(text)};
  parse_into<core::Email>(text, subject);
  return subject;
}

// The same. Throws WrongUsage for any other text; the message does not repeat it, because it may be
// a secret.
Subject parse_subject(std::string_view text, const core::SigningKeys& keys) {
  if (auto subject = find_subject(text, keys)) return *std::move(subject);
  throw WrongUsage(
      "WHAT must be the URL of a share link or artifact, an ID (acc_…, art_…, shr_…, key_…, usr_…, "
      "req_…), an API key or its first characters (artk_…), or an email address");
}

// Whether the text is the URL of a share link of which only the artifact is known.
bool opens_nothing(std::string_view text, const Subject& subject) {
  return std::holds_alternative<core::ArtifactId>(subject) && text.find(kToken) != text.npos;
}

// The word of a sentence that is a subject, without what mails put around it: "<URL>", "URL.". An
// email address only if there is nothing else, as it may be the sender's. The text itself if there
// is none.
std::string subject_in(std::string_view text, const core::SigningKeys& keys) {
  constexpr std::string_view kAround = " \t\r\n<>\"'()[]{}|";
  constexpr std::string_view kAfter = ".,;:!?*_";
  std::optional<std::string> otherwise;
  std::string_view rest = text;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kAround), rest.size()));
    if (rest.empty()) return otherwise.value_or(std::string(text));
    const std::string_view word = rest.substr(0, rest.find_first_of(kAround));
    rest.remove_prefix(word.size());
    // Both, as a token may end with "_".
    for (const std::string_view part : {word, word.substr(0, word.find_last_not_of(kAfter) + 1)}) {
      const std::optional<Subject> subject = find_subject(part, keys);
      if (!subject) continue;
      if (!opens_nothing(part, *subject) && !std::holds_alternative<core::Email>(*subject))
        return std::string(part);
      if (!otherwise || opens_nothing(part, *subject)) otherwise = part;
    }
  }
}

// WHAT; if omitted, a line of standard input, which other users of the host cannot read as they can
// read command lines.
std::string subject_text(const Arguments& arguments, const core::SigningKeys& keys) {
  if (arguments.operand()) return subject_in(*arguments.operand(), keys);
  std::string line;
  std::getline(std::cin, line);
  const std::string_view text = core::trim(line);
  if (text.empty()) throw WrongUsage("WHAT is required, as an argument or on standard input");
  return subject_in(text, keys);
}

// A request in the log of the workers.

struct LoggedRequest {
  std::string line;  // of the log, unchanged
  std::optional<core::AccountId> account;
  std::optional<core::ArtifactId> artifact;
};

// The string member of this name; empty if there is none.
std::string text_of(core::JsonValue line, std::string_view name) {
  const auto member = line.find(name);
  return member ? member->string() : std::string();
}

// Searches the log of the workers, or the access log of nginx. Clients may use an ID of their own
// several times; this gives the first request.
std::optional<LoggedRequest> find_request(std::istream& log, const std::string& id) {
  for (std::string line; std::getline(log, line);) {
    // journalctl can write its own fields before the line.
    const std::size_t brace = line.find('{');
    if (brace == std::string::npos || line.find(id) == std::string::npos) continue;
    const std::string json = line.substr(brace);
    const auto tree = core::JsonTree::parse(json);
    // Lines about events during the request have no status.
    if (!tree || text_of(tree->root(), "request_id") != id || !tree->root().find("status"))
      continue;
    return LoggedRequest{json, core::AccountId::parse(text_of(tree->root(), "account")),
                         core::ArtifactId::parse(text_of(tree->root(), "artifact"))};
  }
  return std::nullopt;
}

}  // namespace

// artifact-admin disable and artifact-admin enable

namespace {

db::DisabledSubject subject_of(const Arguments& arguments, const core::SigningKeys& keys) {
  const std::string text = subject_text(arguments, keys);
  const Subject subject = parse_subject(text, keys);
  // Disabling the whole artifact would be more than was requested.
  if (std::holds_alternative<core::ArtifactId>(subject) && !core::ArtifactId::parse(text)) {
    throw std::runtime_error(
        "this URL has no token that is signed by a key of this service; specify the ID of the "
        "share link or artifact");
  }
  return std::visit(
      [](const auto& what) -> db::DisabledSubject {
        if constexpr (std::is_constructible_v<db::DisabledSubject, decltype(what)>) {
          return what;
        } else {
          throw WrongUsage("only accounts, artifacts and share links can be disabled");
        }
      },
      subject);
}

std::string text_of(const db::DisabledSubject& subject) {
  return std::visit([](const auto& id) { return id.to_string(); }, subject);
}

}  // namespace

void disable(const Arguments& arguments) {
  const std::string text = arguments.required("--reason");
  const auto reason = core::DisablingReason::parse(text);
  if (!reason)
    throw WrongUsage("--reason " + core::why_not_one_line(text, core::DisablingReason::kMaximum));
  Connections connections(arguments);
  const db::DisabledSubject subject = subject_of(arguments, connections.configuration.signing_keys);
  if (!db::set_disabled(connections.postgres, subject, reason))
    throw std::runtime_error(text_of(subject) + " does not exist");
  std::printf("disabled %s\n", text_of(subject).c_str());
}

void enable(const Arguments& arguments) {
  Connections connections(arguments);
  const db::DisabledSubject subject = subject_of(arguments, connections.configuration.signing_keys);
  if (!db::set_disabled(connections.postgres, subject, std::nullopt))
    throw std::runtime_error(text_of(subject) + " is not disabled or does not exist");
  std::printf("enabled %s\n", text_of(subject).c_str());
}

// artifact-admin find

namespace {

void write_found(core::JsonWriter& json, const db::Found& found) {
  const db::FoundThing& thing = found.thing;
  json.begin_object();
  json.member("kind", thing.kind).member("id", thing.id).member("name", thing.name);
  json.member("state", thing.state).member("createdAt", thing.created_at.rfc3339());
  core::write_disabled(json, thing.disabled);
  if (thing.artifact) json.member("artifact", thing.artifact->to_string());
  if (thing.options) core::write_link_options(json, *thing.options);
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

std::string text_of(const db::RecordedActor& maker) {
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
  if (thing.options) std::printf("  shows     %s\n", shown_text(*thing.options).c_str());
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

// The ID of a request in the logs: the service's own, or the one that the client has sent.
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
Matches find_logged(db::OperatorSearch& search, const LoggedRequest& request) {
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
  const std::string text = subject_text(arguments, configuration.signing_keys);
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
  const Matches found = request ? find_logged(search, *request) : find_matches(search, *subject);
  if (found.empty() && !request) throw std::runtime_error("not found");
  if (subject && opens_nothing(text, *subject)) {
    std::fputs(
        "artifact-admin: the token of this URL opens nothing: it is damaged, or not signed by a "
        "key "
        "of this service; this is the artifact that the URL names\n",
        stderr);
  }
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
