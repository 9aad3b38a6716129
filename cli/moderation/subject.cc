#include "cli/moderation/subject.h"

#include <iostream>
#include <optional>

#include "core/security/share_token.h"
#include "core/text/split.h"

namespace cli {
namespace {

constexpr std::string_view kSharePath = "/a/art_";
constexpr std::string_view kToken = "token=";
constexpr std::size_t kArtifactIdLength = 30;

template <typename Id>
bool parse_into(std::string_view text, std::optional<Subject>& subject) {
  if (const auto id = Id::parse(text)) subject = *id;
  return subject.has_value();
}

// https://HOST/a/art_…?token=…, or any part of it with the artifact ID.
std::optional<Subject> parse_share_link(std::string_view text, const core::SigningKeys& keys) {
  const std::size_t path = text.find(kSharePath);
  if (path == std::string_view::npos) return std::nullopt;
  const auto artifact = core::ArtifactId::parse(text.substr(path + 3, kArtifactIdLength));
  if (!artifact) return std::nullopt;
  const std::size_t token = text.find(kToken);
  if (token != std::string_view::npos) {
    std::string_view value = text.substr(token + kToken.size());
    value = value.substr(0, value.find_first_of("&#"));
    if (const auto link = core::verify_share_token(value, *artifact, keys)) return *link;
  }
  return *artifact;
}

}  // namespace

std::optional<Subject> find_subject(std::string_view text, const core::SigningKeys& keys) {
  std::optional<Subject> subject;
  if (parse_into<core::AccountId>(text, subject) || parse_into<core::ArtifactId>(text, subject) ||
      parse_into<core::ShareId>(text, subject) || parse_into<core::KeyId>(text, subject) ||
      parse_into<core::UserId>(text, subject) || parse_into<core::RequestId>(text, subject))
    return subject;
  if (auto link = parse_share_link(text, keys)) return link;
  if (parse_into<core::ApiKey>(text, subject)) return subject;
  if (text.starts_with("artk_")) return KeyPrefix{std::string(text)};
  parse_into<core::Email>(text, subject);
  return subject;
}

Subject parse_subject(std::string_view text, const core::SigningKeys& keys) {
  if (auto subject = find_subject(text, keys)) return *std::move(subject);
  throw WrongUsage(
      "WHAT must be a share link URL, an ID (acc_…, art_…, shr_…, key_…, usr_…, req_…), an API key "
      "or "
      "its first characters (artk_…), or an email address");
}

std::string subject_text(const Arguments& arguments) {
  if (arguments.operand()) return *arguments.operand();
  std::string line;
  std::getline(std::cin, line);
  const std::string_view text = core::trim(line);
  if (text.empty()) throw WrongUsage("WHAT is required, as an argument or on standard input");
  return std::string(text);
}

}  // namespace cli
