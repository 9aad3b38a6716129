#include "core/security/share_token.h"

#include <rapidjson/document.h>

#include "core/encodings/encoding.h"
#include "core/json/json_writer.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

constexpr std::size_t kMaximumTokenLength = 1024;

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

std::string_view without_punctuation(std::string_view token) {
  return token.substr(0, token.find_last_not_of(".,;:!?)]}>'\"") + 1);
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
