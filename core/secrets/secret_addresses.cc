#include "core/secrets/secret_addresses.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/secrets/secret_text.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

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
    // postgresql+psycopg:// and the like name a driver behind the scheme.
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
  // A name in capitals stands for what the reader is to put there.
  if (std::all_of(password.begin(), password.end(),
                  [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }))
    return true;
  const std::string lower = in_lower_case(password);
  return std::find(kUsual.begin(), kUsual.end(), lower) != kUsual.end() ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

// Hosts that only exist for the reader, and names that RFC 2606 reserves for documentation.
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

// What precedes in the same line and string, up to `most` characters.
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

}  // namespace core
