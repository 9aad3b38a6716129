#include "core/opener.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/text/text.h"

namespace core {
namespace {

// Parts of the User-Agents of previewers, in lower case. Not "bot" alone: there are phones called
// Cubot.
constexpr std::array<std::string_view, 38> kPreviewers{
    // Chat applications and social networks.
    "slackbot", "slack-imgproxy", "whatsapp", "facebookexternalhit", "facebot", "meta-external",
    "twitterbot", "linkedinbot", "discordbot", "telegrambot", "skypeuripreview", "microsoftpreview",
    "mattermost-bot", "zoombot", "viber", "snapchat", "pinterestbot", "redditbot", "mastodon",
    "bluesky", "vkshare", "kakaotalk-scrap", "iframely", "embedly",
    // Search engines.
    "googlebot", "google-pagerenderer", "googleimageproxy", "bingbot", "bingpreview", "applebot",
    "yandexbot", "baiduspider", "duckduckbot",
    // Mail scanners.
    "proofpoint", "mimecast", "barracuda", "trendmicro", "safelinks"};

// And of other programs that say "Mozilla/". Crawlers, and what fetches pages for assistants, say
// "compatible;", as no browser has since Internet Explorer 10.
constexpr std::array<std::string_view, 4> kPrograms{"compatible;", "headlesschrome", "powershell",
                                                    "+http"};

template <std::size_t count>
bool has_any(std::string_view text, const std::array<std::string_view, count>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

}  // namespace

Opener opener_of(std::string_view user_agent) {
  const std::string text = in_lower_case(user_agent);
  if (has_any(text, kPreviewers)) return Opener::previewer;
  const bool is_person = text.starts_with("mozilla/") && !has_any(text, kPrograms);
  return is_person ? Opener::person : Opener::program;
}

}  // namespace core
