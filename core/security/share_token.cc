#include "core/security/share_token.h"

#include <algorithm>

#include <rapidjson/document.h>

#include "core/encodings/encoding.h"
#include "core/json/json_writer.h"
#include "core/security/cryptography.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::size_t kMinimumSecretBytes = 32;
constexpr std::size_t kMaximumTokenLength = 1024;

Error bad_key_line(std::size_t line, std::string_view what) {
  return {ErrorCode::invalid_request,
          "signing keys, line " + std::to_string(line) + ": " + std::string(what)};
}

bool is_key_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

// A secret that was typed rather than generated: all bytes equal, or a run of a few values.
bool looks_like_a_placeholder(const std::string& secret) {
  std::string distinct = secret;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return distinct.size() < 8;
}

std::string_view take_word(std::string_view& line) {
  const std::size_t start = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(start);
  const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::string encode_json(const JsonWriter& json) { return to_base64url(as_bytes(json.text())); }

std::string signature_of(std::string_view signed_part, const SigningKey& key) {
  return to_base64url(hmac_sha256(key.secret, signed_part));
}

// The JSON object in one base64url part of a token.
std::optional<rapidjson::Document> decode_object(std::string_view part) {
  const std::optional<std::string> text = from_base64url(part);
  if (!text) return std::nullopt;
  rapidjson::Document object;
  object.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(
      text->data(), text->size());
  if (object.HasParseError() || !object.IsObject()) return std::nullopt;
  return object;
}

std::optional<std::string_view> string_member(const rapidjson::Document& object, const char* name) {
  const auto member = object.FindMember(name);
  if (member == object.MemberEnd() || !member->value.IsString()) return std::nullopt;
  return std::string_view(member->value.GetString(), member->value.GetStringLength());
}

// The key that the header names, if the header is one that we would write.
const SigningKey* key_of_header(std::string_view part, const SigningKeys& keys) {
  const std::optional<rapidjson::Document> header = decode_object(part);
  if (!header || string_member(*header, "alg") != "HS256" || header->HasMember("crit"))
    return nullptr;
  const std::optional<std::string_view> key_id = string_member(*header, "kid");
  return key_id ? keys.find(*key_id) : nullptr;
}

std::optional<ShareClaims> decode_claims(std::string_view part) {
  const std::optional<rapidjson::Document> claims = decode_object(part);
  if (!claims) return std::nullopt;
  const auto artifact = ArtifactId::parse(string_member(*claims, "sub").value_or(""));
  const auto share = ShareId::parse(string_member(*claims, "jti").value_or(""));
  const auto issued_at = claims->FindMember("iat");
  if (!artifact || !share || issued_at == claims->MemberEnd() || !issued_at->value.IsInt64())
    return std::nullopt;
  const std::int64_t seconds = issued_at->value.GetInt64();
  constexpr std::int64_t kLatestSecond = 253402300799;  // the end of the year 9999
  if (seconds < 0 || seconds > kLatestSecond) return std::nullopt;
  return ShareClaims{*artifact, *share, Timestamp::from_unix_milliseconds(seconds * 1000)};
}

}  // namespace

Result<SigningKeys> SigningKeys::parse(std::string_view text) {
  std::vector<SigningKey> keys;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));

    line = line.substr(0, line.find('#'));
    const std::string_view id = take_word(line);
    if (id.empty()) continue;
    const std::optional<std::string> secret = from_base64(take_word(line));
    if (!is_key_id(id))
      return bad_key_line(number, "a key ID must have 1 to 64 letters, digits, '-', '_' or '.'");
    if (!secret || !take_word(line).empty())
      return bad_key_line(number, "expected the key ID, a space, and the base64-encoded secret");
    if (secret->size() < kMinimumSecretBytes)
      return bad_key_line(number, "the secret must have at least 32 bytes");
    if (looks_like_a_placeholder(*secret))
      return bad_key_line(number,
                          "the secret is not random; generate one with: openssl rand -base64 32");
    for (const SigningKey& known : keys)
      if (known.id == id) return bad_key_line(number, "duplicate key ID");
    keys.push_back({std::string(id), *secret});
  }
  if (keys.empty())
    return Error{ErrorCode::invalid_request, "signing keys: at least one key is required"};
  return SigningKeys(std::move(keys));
}

const SigningKey* SigningKeys::find(std::string_view id) const {
  for (const SigningKey& key : keys_)
    if (key.id == id) return &key;
  return nullptr;
}

std::string sign_share_token(const ShareClaims& claims, const SigningKey& key) {
  JsonWriter header;
  header.begin_object().member("alg", "HS256").member("typ", "JWT").member("kid", key.id);
  header.end_object();

  JsonWriter payload;
  payload.begin_object();
  payload.member("sub", claims.artifact.to_string());
  payload.member("jti", claims.share.to_string());
  payload.member("iat", claims.issued_at.unix_seconds());
  payload.end_object();

  std::string token = encode_json(header) + '.' + encode_json(payload);
  const std::string signature = signature_of(token, key);
  return token + '.' + signature;
}

std::optional<std::string> share_token_of(const ShareLink& link, const SigningKeys& keys) {
  const SigningKey* key = keys.find(link.signing_key_id);
  if (key == nullptr) return std::nullopt;
  return sign_share_token({link.artifact, link.id, link.created_at}, *key);
}

std::string share_url(std::string_view base_url, const ArtifactId& artifact,
                      std::string_view token) {
  std::string url(base_url);
  return url.append("/a/").append(artifact.to_string()).append("?token=").append(token);
}

std::optional<ShareClaims> verify_share_token(std::string_view token, const SigningKeys& keys) {
  if (token.size() > kMaximumTokenLength) return std::nullopt;
  const std::size_t header_end = token.find('.');
  if (header_end == std::string_view::npos) return std::nullopt;
  const std::size_t signed_end = token.find('.', header_end + 1);
  if (signed_end == std::string_view::npos) return std::nullopt;

  const SigningKey* key = key_of_header(token.substr(0, header_end), keys);
  if (key == nullptr) return std::nullopt;
  const std::string expected = signature_of(token.substr(0, signed_end), *key);
  if (!equal_in_constant_time(as_bytes(token.substr(signed_end + 1)), as_bytes(expected)))
    return std::nullopt;
  return decode_claims(token.substr(header_end + 1, signed_end - header_end - 1));
}

}  // namespace core
