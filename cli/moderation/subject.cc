#include "cli/moderation/subject.h"

#include <iostream>
#include <optional>

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

// https://HOST/a/art_…?token=…, or any part of it that has the artifact.
std::optional<Subject> parse_share_link(std::string_view text, const core::SigningKeys& keys) {
  const std::size_t path = text.find(kSharePath);
  if (path == std::string_view::npos) return std::nullopt;
  const auto artifact = core::ArtifactId::parse(text.substr(path + 3, kArtifactIdLength));
  if (!artifact) return std::nullopt;
  const std::size_t token = text.find(kToken);
  if (token != std::string_view::npos) {
    std::string_view value = text.substr(token + kToken.size());
    value = value.substr(0, value.find_first_of("&#"));
    const auto claims = core::verify_share_token(value, keys);
    if (claims && claims->artifact == *artifact) return claims->share;
  }
  return *artifact;
}

}  // namespace

Subject parse_subject(std::string_view text, const core::SigningKeys& keys) {
  std::optional<Subject> subject;
  if (parse_into<core::AccountId>(text, subject) || parse_into<core::ArtifactId>(text, subject) ||
      parse_into<core::ShareId>(text, subject) || parse_into<core::KeyId>(text, subject) ||
      parse_into<core::UserId>(text, subject) || parse_into<core::RequestId>(text, subject))
    return *subject;
  if (auto link = parse_share_link(text, keys)) return *std::move(link);
  if (parse_into<core::ApiKey>(text, subject)) return *subject;
  if (text.starts_with("artk_")) return KeyBegin{std::string(text)};
  if (parse_into<core::Email>(text, subject)) return *subject;
  throw WrongUsage(
      "this is no share link, no id (acc_…, art_…, shr_…, key_…, usr_…, req_…), no beginning of an "
      "API key (artk_…) and no email address");
}

std::string subject_text(const Arguments& arguments) {
  if (arguments.operand()) return *arguments.operand();
  std::string line;
  std::getline(std::cin, line);
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) throw WrongUsage("nothing is named");
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace cli
