#include "app/viewer.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/security/cryptography.h"
#include "core/security/signing_keys.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace app {
namespace {

constexpr std::int64_t kViewSeconds = 3600;

std::string unlocked_statement(const core::ShareId& link, const std::string& password_hash) {
  return "unlocked:" + link.to_string() + ':' + password_hash;
}

// `end` in Unix seconds.
std::string viewed_statement(const core::ShareId& link, std::int64_t end) {
  return "view:" + link.to_string() + ':' + std::to_string(end);
}

}  // namespace

Proof prove_unlocked(const core::ShareId& link, const std::string& password_hash,
                     const core::SigningKeys& keys) {
  return {link, core::sign_statement(unlocked_statement(link, password_hash), keys.current())};
}

bool proves_unlocked(std::string_view proof, const core::ShareId& link,
                     const std::string& password_hash, const core::SigningKeys& keys) {
  return core::is_statement_signature(proof, unlocked_statement(link, password_hash), keys);
}

Proof prove_viewed(const core::ShareId& link, core::Timestamp now, const core::SigningKeys& keys) {
  const std::int64_t end = now.unix_seconds() + kViewSeconds;
  return {link, std::to_string(end) + '.' +
                    core::sign_statement(viewed_statement(link, end), keys.current())};
}

bool proves_viewed(std::string_view proof, const core::ShareId& link, core::Timestamp now,
                   const core::SigningKeys& keys) {
  const std::size_t dot = proof.find('.');
  if (dot == std::string_view::npos) return false;
  std::int64_t end = 0;
  std::from_chars(proof.data(), proof.data() + dot, end);
  return now.unix_seconds() < end &&
         core::is_statement_signature(proof.substr(dot + 1), viewed_statement(link, end), keys);
}

namespace {

std::string digest_of_password(const std::optional<std::string>& password_hash) {
  constexpr std::size_t kBytes = 8;
  return password_hash ? core::short_sha256(*password_hash, kBytes) : std::string("-");
}

std::string opened_statement(std::string_view facts, const std::optional<std::string>& version) {
  return "opened:" + std::string(facts) + ':' + version.value_or("");
}

}  // namespace

std::string prove_opened(const core::ShareId& link, const std::optional<std::string>& version,
                         const std::optional<std::string>& password_hash, core::Timestamp now,
                         const core::SigningKeys& keys) {
  const std::string facts = link.to_string() + '.' +
                            std::to_string(now.unix_seconds() + kViewSeconds) + '.' +
                            digest_of_password(password_hash);
  return facts + '.' + core::sign_statement(opened_statement(facts, version), keys.current());
}

bool OpenedPage::is_open(core::Timestamp now,
                         const std::optional<std::string>& password_hash) const {
  return now.unix_seconds() < end && password == digest_of_password(password_hash);
}

std::optional<OpenedPage> opened_page(std::string_view proof,
                                      const std::optional<std::string>& version,
                                      const core::SigningKeys& keys) {
  const std::size_t last = proof.rfind('.');
  if (last == std::string_view::npos) return std::nullopt;
  std::string_view facts = proof.substr(0, last);
  if (!core::is_statement_signature(proof.substr(last + 1), opened_statement(facts, version), keys))
    return std::nullopt;
  const auto link = core::ShareId::parse(core::take_until(facts, '.'));
  if (!link) return std::nullopt;
  OpenedPage page{*link, 0, {}};
  const std::string_view end = core::take_until(facts, '.');
  std::from_chars(end.data(), end.data() + end.size(), page.end);
  page.password = facts;
  return page;
}

namespace {

// No password has a NUL character.
bool is_password(std::string_view text) {
  return core::is_utf8(text) && text.find('\0') == std::string_view::npos;
}

core::Error wrong_encoding() {
  return {core::ErrorCode::invalid_request,
          "X-Share-Password must be UTF-8, with characters beyond ASCII and % percent-encoded"};
}

}  // namespace

core::Result<std::vector<std::string>> password_readings(std::string_view header) {
  if (!is_password(header)) return wrong_encoding();
  std::vector<std::string> readings;
  if (header.find('%') != std::string_view::npos) {
    if (auto decoded = core::percent_decode(header)) {
      if (!is_password(*decoded)) return wrong_encoding();
      readings.push_back(*std::move(decoded));
    }
  }
  readings.emplace_back(header);
  return readings;
}

}  // namespace app
