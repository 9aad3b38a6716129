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
constexpr std::array<Text, 8> kTexts{{
    {Notice::edited, "edited", "The changes are saved."},
    {Notice::deleted, "deleted", "The artifact is deleted. It can be restored for 30 days."},
    {Notice::deleted_permanently, "deleted-permanently", "The artifact is deleted for good."},
    {Notice::restored, "restored", "The artifact is restored, and its links work again."},
    {Notice::link_created, "link-created", "The link is made. Its address is below."},
    {Notice::link_changed, "link-changed", "The link has its new end."},
    {Notice::link_revoked, "link-revoked", "The link is revoked: nobody can open it any more."},
    // The same for an address that somebody has, whose account is as it was.
    {Notice::signed_up, "signed-up",
     "If this address was free, your account is ready: sign in. If it had an account, nothing has "
     "changed there."},
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
