#include "handlers/dashboard/notices.h"

#include <algorithm>
#include <array>

namespace handlers::dashboard {
namespace {

struct Text {
  Notice notice;
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Text, 12> kTexts{{
    {Notice::edited, "edited", "Changes saved."},
    {Notice::deleted, "deleted", "Artifact deleted. You can restore it for 30 days."},
    {Notice::deleted_permanently, "deleted-permanently", "Artifact permanently deleted."},
    {Notice::restored, "restored", "Artifact restored."},
    {Notice::link_created, "link-created", "Share link created. Its URL is below."},
    {Notice::link_created_shorter, "link-created-shorter",
     "Share link created. It ends with the artifact, which expires before the time you chose."},
    {Notice::link_with_short_password_created, "link-with-short-password-created",
     "Share link created. Its URL is below. Its password has fewer than 8 characters and is soon "
     "guessed; consider a new link with several unrelated words."},
    {Notice::link_changed, "link-changed", "Expiry changed."},
    {Notice::link_changed_shorter, "link-changed-shorter",
     "Expiry saved. The link ends with the artifact, which expires before the time you chose."},
    {Notice::link_revoked, "link-revoked", "Share link revoked. It no longer works."},
    {Notice::app_disconnected, "app-disconnected", "App disconnected. It no longer has access."},
    // The same for an address that is in use, whose account is unchanged.
    {Notice::signed_up, "signed-up",
     "If this email address was not in use yet, your account is ready and you can sign in. "
     "Existing accounts are unchanged."},
}};

}  // namespace

std::string with_notice(std::string path, Notice notice) {
  const auto* found = std::find_if(kTexts.begin(), kTexts.end(),
                                   [&](const Text& text) { return text.notice == notice; });
  return path.append("?done=").append(found->name);
}

std::string_view notice_of(const fcgi::Request& request) {
  const std::string name = request.query("done").value_or("");
  const auto* found = std::find_if(kTexts.begin(), kTexts.end(),
                                   [&](const Text& text) { return text.name == name; });
  return found == kTexts.end() ? std::string_view() : found->text;
}

}  // namespace handlers::dashboard
