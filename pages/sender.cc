#include "pages/sender.h"

namespace pages {
namespace {

using html::Html;

Html logo_of(const core::Sender& sender) {
  if (sender.logo_digest.empty()) return {};
  return html::format(
      "<img class=\"icon\" src=\"/branding/sender?v={}\" alt=\"\" width=\"24\" height=\"24\">",
      sender.logo_digest);
}

Html isolated(std::string_view name) { return html::format("<bdi>{}</bdi>", name); }

Html line(const core::Sender& sender, const Html& text) {
  return html::format("<p class=\"sender\">{}<span>{}</span></p>\n", logo_of(sender), text);
}

}  // namespace

Html sender_line(const std::optional<core::Sender>& sender, html::Language language) {
  if (!sender) return {};
  return line(*sender, html::format(language, "Shared by {}", isolated(sender->name)));
}

Html sender_line(const core::Installation& installation, const std::optional<core::Sender>& sender,
                 html::Language language) {
  if (!sender) return {};
  return line(*sender, html::format(language, "Shared by {} with {}", isolated(sender->name),
                                    isolated(installation.name)));
}

Html request_for_new_link(const std::optional<core::Sender>& sender, html::Language language) {
  if (!sender)
    return html::format(language, "Ask the person who sent you this link for a new one.");
  return html::format(language, "Ask {} for a new link.", isolated(sender->name));
}

}  // namespace pages
