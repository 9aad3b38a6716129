#include "pages/sender.h"

#include "pages/sender.html.h"

namespace pages {
namespace {

using html::Html;

Html logo_of(const core::Sender& sender) {
  if (sender.logo_digest.empty()) return {};
  return sender_html::logo({sender.logo_digest});
}

Html isolated(std::string_view name) { return sender_html::isolated({name}); }

Html line(const core::Sender& sender, const Html& text) {
  return sender_html::line({.logo = logo_of(sender), .text = text});
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
