#include "core/secrets/secret_forms.h"

#include <optional>
#include <string>

#include "core/encodings/encoding.h"
#include "core/json/json_tree.h"
#include "core/secrets/secret_text.h"
#include "core/text/ascii.h"

namespace core {
namespace {

using enum SecretAlphabet;

// A part of a JSON Web Token as the object that it is.
std::optional<std::string> json_object_in(std::string_view part) {
  auto text = from_base64url(part);
  if (!text || text->empty() || text->front() != '{') return std::nullopt;
  return text;
}

// https://hooks.slack.com/services/T…/B…/… and https://discord.com/api/webhooks/…/…: whoever has
// the address may post.
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
  constexpr std::size_t kFarthest = 240;  // where the key begins, behind headers such as Proc-Type
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
  // The token of jwt.io, which all documentation has.
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
  // The account of the storage emulator, whose key is the same for everybody.
  if (key.starts_with("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq")) return 0;
  return is_made_up(key.substr(0, kLength)) ? 0 : 11 + kLength + 2;
}

std::size_t match_slack_webhook(const SecretPlace& place) {
  return match_webhook(place, "hooks.slack.com/services/", 3, 20);
}

std::size_t match_discord_webhook(const SecretPlace& place) {
  return match_webhook(place, "discord.com/api/webhooks/", 2, 60);
}

}  // namespace core
