#include "core/security/secret_matchers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/text/encodings.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace core {
namespace {

// The schemes of addresses whose user has a password, in the order of the alphabet.
constexpr std::array<std::string_view, 27> kSchemes{
    "amqp",       "amqps",   "clickhouse",  "cockroachdb", "couchbase", "couchbases", "ftp",
    "ftps",       "http",    "https",       "imap",        "imaps",     "ldap",       "ldaps",
    "mariadb",    "mongodb", "mongodb+srv", "mssql",       "mysql",     "nats",       "postgres",
    "postgresql", "redis",   "rediss",      "sftp",        "smtp",      "smtps"};

bool ends_with_scheme(std::string_view before) {
  constexpr std::size_t kLongest = 24;
  std::size_t length = 0;
  while (length < before.size() && length < kLongest) {
    const char c = before[before.size() - length - 1];
    if (!is_letter_or_digit(c) && c != '+') break;
    ++length;
  }
  const std::string_view word = before.substr(before.size() - length);
  for (std::size_t from = 0; from < word.size(); ++from) {
    // The letter of an escape may precede it: \npostgres://
    if (from > 0 && !ends_with_escape(before.substr(0, before.size() - length + from))) break;
    const std::string_view scheme = word.substr(from);
    // postgresql+psycopg:// and the like name a driver after the scheme.
    const std::string_view base = scheme.substr(0, scheme.find('+'));
    for (const std::string_view known : kSchemes)
      if (equal_ignoring_case(scheme, known) || equal_ignoring_case(base, known)) return true;
  }
  return false;
}

bool is_made_up_password(std::string_view password, std::string_view user) {
  constexpr std::array<std::string_view, 20> kUsual{
      "password", "passwd",  "passw0rd", "secret", "changeme", "change-me",  "change_me",
      "postgres", "admin",   "admin123", "root",   "guest",    "test",       "testing",
      "test123",  "letmein", "hunter2",  "mypass", "user",     "credentials"};
  constexpr std::array<std::string_view, 9> kParts{
      "example", "placeholder", "redacted", "your", "xxxx", "password", "****", "...", "secret"};
  constexpr std::size_t kShortest = 6;
  // Markup and variables: <password>, ${PASSWORD}, {{ password }}, %s, [password], $PASSWORD
  if (password.size() < kShortest || password.find_first_of("<>{}[]$*") != password.npos)
    return true;
  if (password == user || password.front() == '%') return true;
  if (distinct_characters(password) < 4) return true;
  // A name in capitals is a placeholder.
  if (std::all_of(password.begin(), password.end(),
                  [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }))
    return true;
  const std::string lower = in_lower_case(password);
  return std::find(kUsual.begin(), kUsual.end(), lower) != kUsual.end() ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

// Local hosts, and names that RFC 2606 reserves for documentation.
bool is_made_up_host(std::string_view host) {
  constexpr std::array<std::string_view, 8> kNames{
      "localhost", "0.0.0.0",  "host",    "hostname",
      "server",    "database", "db_host", "host.docker.internal"};
  constexpr std::array<std::string_view, 7> kDomains{
      "example.com", "example.org", "example.net", ".example", ".test", ".invalid", ".localhost"};
  const std::string lower = in_lower_case(host);
  if (lower.empty() || lower.starts_with("127.") || lower.starts_with('[') ||
      lower.starts_with('<') || lower.starts_with('{') || lower.starts_with('$'))
    return true;
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end() ||
         std::any_of(kDomains.begin(), kDomains.end(),
                     [&](std::string_view domain) { return lower.ends_with(domain); });
}

// The value of a field that names a server: tcp:db.acme.io,1433
bool is_made_up_server(std::string_view value) {
  const std::size_t protocol = value.starts_with("tcp:") ? 4 : 0;
  return is_made_up_host(
      trim(value.substr(protocol, value.find_first_of(",:\\", protocol) - protocol)));
}

// Whether one of the fields, which semicolons separate, names a server that may be a real one.
bool names_server(std::string_view fields) {
  constexpr std::array<std::string_view, 8> kNames{"server",   "source",  "datasource", "host",
                                                   "hostname", "address", "addr",       "endpoint"};
  constexpr std::string_view kEndsOfNames = "reRtTsSE";
  constexpr int kMostFields = 8;
  for (int i = 0; i < kMostFields && !fields.empty(); ++i) {
    const std::string_view field = fields.substr(0, fields.find(';'));
    fields.remove_prefix(std::min(field.size() + 1, fields.size()));
    // jdbc:sqlserver://db.acme.io;user=…
    if (const std::size_t slash = field.find('/');
        slash != field.npos && slash > 0 && field.substr(slash - 1).starts_with("://"))
      return !is_made_up_server(field.substr(slash + 2));
    const std::size_t equals = field.find('=');
    if (equals == field.npos) continue;
    const std::string_view name = trim(field.substr(0, equals));
    if (name.empty() || kEndsOfNames.find(name.back()) == kEndsOfNames.npos) continue;
    for (const std::string_view known : kNames) {
      if (name.size() < known.size()) continue;
      const std::size_t begin = name.size() - known.size();
      if (!equal_ignoring_case(name.substr(begin), known)) continue;
      if (begin > 0 && is_letter_or_digit(name[begin - 1]) &&
          !ends_with_escape(name.substr(0, begin)))
        continue;
      return !is_made_up_server(trim(field.substr(equals + 1)));
    }
  }
  return false;
}

// The text before it in the same line and string, up to `most` characters.
std::string_view end_of_line(std::string_view before, std::size_t most) {
  const std::size_t first = before.size() - std::min(before.size(), most);
  std::size_t begin = before.size();
  for (; begin > first; --begin) {
    const char c = before[begin - 1];
    if (c == '"' || c == '\n' || (c == 'n' && begin > 1 && before[begin - 2] == '\\')) break;
  }
  return before.substr(begin);
}

}  // namespace

std::size_t match_address(const SecretPlace& place) {
  constexpr std::size_t kLongestUser = 128;
  constexpr std::size_t kLongestPassword = 256;
  constexpr std::size_t kLongestHost = 253;
  const auto ends_user = [](char c) {
    return c == ':' || c == '@' || c == '/' || c == '"' || c == '\\' ||
           static_cast<unsigned char>(c) <= ' ' || c == '?' || c == '#' || c == ')' || c == '>';
  };
  const auto ends_password = [&](char c) {
    return c == '@' || c == '/' || c == '"' || c == '\\' || static_cast<unsigned char>(c) <= ' ';
  };
  const std::size_t prefix = place.text.starts_with("://") ? 3 : 5;
  const std::string_view authority = place.text.substr(prefix);
  const std::size_t user = run_of(authority, kLongestUser, [&](char c) { return !ends_user(c); });
  if (user >= authority.size() || authority[user] != ':') return 0;
  const std::string_view rest = authority.substr(user + 1);
  const std::size_t password =
      run_of(rest, kLongestPassword, [&](char c) { return !ends_password(c); });
  if (password >= rest.size() || rest[password] != '@') return 0;
  if (!ends_with_scheme(place.before)) return 0;
  const std::string_view host = rest.substr(password + 1);
  const std::size_t host_length = run_of(host, kLongestHost, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '[' || c == '<' ||
           c == '{' || c == '$';
  });
  if (is_made_up_password(rest.substr(0, password), authority.substr(0, user))) return 0;
  if (is_made_up_host(host.substr(0, host_length))) return 0;
  return prefix + user + 1 + password + 1 + host_length;
}

std::size_t match_connection_string(const SecretPlace& place) {
  constexpr std::size_t kLongestPassword = 128;
  constexpr std::size_t kFarthest = 200;
  const std::size_t name = place.text.find('=') + 1;
  const std::string_view rest = place.text.substr(name);
  const std::size_t length = run_of(rest, kLongestPassword + 1, [](char c) {
    return c != ';' && c != '"' && c != '\'' && c != '\\' && c != '&' && c != '<' &&
           static_cast<unsigned char>(c) > ' ';
  });
  if (length > kLongestPassword) return 0;
  const std::string_view before = end_of_line(place.before, kFarthest);
  const std::string_view after = rest.substr(
      length, run_of(rest.substr(length), kFarthest, [](char c) { return c != '"' && c != '\n'; }));
  // What follows the last one is the beginning of this field's name.
  const std::size_t last = before.find_last_of(';');
  if (last == before.npos && !after.starts_with(';')) return 0;
  if (!names_server(before.substr(0, last == before.npos ? 0 : last)) && !names_server(after))
    return 0;
  return is_made_up_password(rest.substr(0, length), {}) ? 0 : name + length;
}

namespace {

using enum SecretAlphabet;

// A part of a JSON Web Token as the object that it is.
std::optional<std::string> json_object_in(std::string_view part) {
  auto text = from_base64url(part);
  if (!text || text->empty() || text->front() != '{') return std::nullopt;
  return text;
}

// https://hooks.slack.com/services/T…/B…/… and https://discord.com/api/webhooks/…/…: anyone who has
// the address can post.
std::size_t match_webhook(const SecretPlace& place, std::string_view host_and_path,
                          std::size_t parts, std::size_t shortest_secret) {
  const auto& text = place.text;
  std::size_t at = host_and_path.size();
  if (!text.starts_with(host_and_path)) return 0;
  std::size_t length = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    length = run_of(text.substr(at), 100, base64url);
    at += length;
    if (length == 0) return 0;
    if (part + 1 == parts) break;
    if (at >= text.size() || text[at] != '/') return 0;
    ++at;
  }
  return length < shortest_secret || is_made_up(text.substr(at - length, length)) ? 0 : at;
}

}  // namespace

// SG. + 22 characters + . + 43
std::size_t match_sendgrid(const SecretPlace& place) {
  constexpr std::size_t kIdLength = 22;
  constexpr std::size_t kSecretLength = 43;
  constexpr std::size_t kLength = 3 + kIdLength + 1 + kSecretLength;
  if (!begins_a_word(place.before) || place.text.size() < kLength) return 0;
  const std::string_view id = place.text.substr(3, kLength);
  if (run_of(id, kIdLength + 1, base64url) != kIdLength || id[kIdLength] != '.') return 0;
  const std::string_view secret = place.text.substr(3 + kIdLength + 1);
  if (run_of(secret, kSecretLength + 1, base64url) != kSecretLength) return 0;
  return is_made_up(secret.substr(0, kSecretLength)) ? 0 : kLength;
}

// The header of a private key in PEM's form, followed by a line of the key: one of Base64 that is
// not cut off, as in documentation.
std::size_t match_private_key(const SecretPlace& place) {
  constexpr std::size_t kLongestLabel = 40;
  constexpr std::size_t kFarthest = 240;  // where the key begins, after headers such as Proc-Type
  constexpr std::size_t kLine = 40;
  const std::string_view label = place.text.substr(11);
  const std::size_t length =
      run_of(label, kLongestLabel, [](char c) { return is_in(upper_and_digits, c) || c == ' '; });
  const std::string_view name = label.substr(0, length);
  if (!name.ends_with("PRIVATE KEY") && name != "PGP PRIVATE KEY BLOCK") return 0;
  if (!label.substr(length).starts_with("-----")) return 0;
  const std::string_view body = label.substr(length + 5, kFarthest + kLine);
  for (std::size_t at = 0; at < body.size() && body[at] != '"';) {
    const std::size_t run = run_of(body.substr(at), kLine, is_base64);
    if (run >= kLine) {
      return is_made_up(body.substr(at, kLine))
                 ? 0
                 : static_cast<std::size_t>(body.data() - place.text.data()) + at + run;
    }
    at += run + (run == 0 || at + run < body.size() ? 1 : 0);
  }
  return 0;
}

// Header and claims are JSON objects, the header names a signature's algorithm, and there is one.
std::size_t match_jwt(const SecretPlace& place) {
  constexpr std::size_t kLongestHeader = 2048;
  constexpr std::size_t kLongestClaims = 8192;
  constexpr std::size_t kLongestSignature = 1024;
  constexpr std::size_t kShortestSignature = 42;
  const auto& [before, text] = place;
  if (!before.empty() && !ends_with_escape(before) &&
      (is_letter_or_digit(before.back()) || before.back() == '-'))
    return 0;
  const std::size_t header = run_of(text, kLongestHeader, base64url);
  if (header >= text.size() || text[header] != '.') return 0;
  const std::string_view rest = text.substr(header + 1);
  const std::size_t claims = run_of(rest, kLongestClaims, base64url);
  if (claims >= rest.size() || rest[claims] != '.') return 0;
  const std::size_t signature = run_of(rest.substr(claims + 1), kLongestSignature, base64url);
  if (signature < kShortestSignature) return 0;

  const auto header_text = json_object_in(text.substr(0, header));
  if (!header_text) return 0;
  const auto header_tree = JsonTree::parse(*header_text);
  const auto algorithm = header_tree ? header_tree->root().find("alg") : std::nullopt;
  if (!algorithm || !algorithm->is(JsonType::string)) return 0;
  const auto claims_text = json_object_in(rest.substr(0, claims));
  if (!claims_text) return 0;
  const auto claims_tree = JsonTree::parse(*claims_text);
  if (!claims_tree) return 0;
  // The example token of jwt.io, which documentation copies.
  const auto name = claims_tree->root().find("name");
  if (name && name->string() == "John Doe") return 0;
  return header + 1 + claims + 1 + signature;
}

// A secret that is recognised by its name, as in aws_secret_access_key = …: quotes, white space and
// an equals sign or colon may be between the two.
std::size_t match_aws_secret_key(const SecretPlace& place) {
  constexpr std::size_t kLength = 40;
  const std::size_t name = run_of(place.text, 24, [](char c) { return is_letter(c) || c == '_'; });
  std::string_view rest = place.text.substr(name);
  const std::size_t between = run_of(rest, 12, [](char c) {
    return c == ' ' || c == '=' || c == ':' || c == '"' || c == '\'' || c == '\\' || c == '>';
  });
  if (between == 0) return 0;
  rest.remove_prefix(between);
  if (run_of(rest, kLength + 1, is_base64) != kLength || is_made_up(rest.substr(0, kLength)))
    return 0;
  return name + between + kLength;
}

// 64 bytes in Base64.
std::size_t match_azure_key(const SecretPlace& place) {
  constexpr std::size_t kLength = 86;
  const std::string_view key = place.text.substr(11);
  if (run_of(key, kLength + 1, is_base64) != kLength || !key.substr(kLength).starts_with("=="))
    return 0;
  // The account of the storage emulator, whose key is public.
  if (key.starts_with("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq")) return 0;
  return is_made_up(key.substr(0, kLength)) ? 0 : 11 + kLength + 2;
}

std::size_t match_slack_webhook(const SecretPlace& place) {
  return match_webhook(place, "hooks.slack.com/services/", 3, 20);
}

std::size_t match_discord_webhook(const SecretPlace& place) {
  return match_webhook(place, "discord.com/api/webhooks/", 2, 60);
}

bool is_in(SecretAlphabet alphabet, char c) {
  using enum SecretAlphabet;
  switch (alphabet) {
    case letters_and_digits:
      return is_letter_or_digit(c);
    case base64url:
      return is_letter_or_digit(c) || c == '-' || c == '_';
    case lower_hexadecimal:
      return is_digit(c) || (c >= 'a' && c <= 'f');
    case upper_base32:
      return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7');
    case upper_and_digits:
      return (c >= 'A' && c <= 'Z') || is_digit(c);
  }
  return false;
}

bool is_base64(char c) { return is_letter_or_digit(c) || c == '+' || c == '/'; }

bool ends_with_escape(std::string_view before) {
  const auto is_escape_at = [&](std::size_t from_end) {
    if (before.size() < from_end) return false;
    std::size_t at = before.size() - from_end;
    std::size_t backslashes = 0;
    while (backslashes < 16 && before[at] == '\\') {
      ++backslashes;
      if (at == 0) break;
      --at;
    }
    return backslashes % 2 == 1;
  };
  return is_escape_at(2) ||
         (before.size() >= 5 && before[before.size() - 5] == 'u' && is_escape_at(6));
}

bool begins_a_word(std::string_view before) {
  if (before.empty() || ends_with_escape(before)) return true;
  return !is_letter_or_digit(before.back()) && before.back() != '_';
}

bool is_within_base64(const SecretPlace& place) {
  constexpr std::size_t kLongRun = 200;
  const std::size_t after = run_of(place.text, kLongRun, is_base64);
  std::size_t run = after;
  for (std::size_t i = place.before.size();
       i > 0 && run < kLongRun && is_base64(place.before[i - 1]); --i)
    ++run;
  return run >= kLongRun;
}

std::size_t distinct_characters(std::string_view text) {
  std::array<bool, 256> seen{};
  for (const char c : text) seen.at(static_cast<unsigned char>(c)) = true;
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

bool is_made_up(std::string_view body) {
  constexpr std::array<std::string_view, 13> kWords{
      "example", "placeholder", "redacted", "dummy",  "fake",   "sample", "your",
      "xxxx",    "0000",        "12345678", "abcdef", "token_", "insert"};
  const std::string lower = in_lower_case(body);
  return distinct_characters(body) < std::min<std::size_t>(8, body.size() / 2) ||
         std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace core
