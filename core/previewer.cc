#include "core/previewer.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/text/text.h"

namespace core {
namespace {

// Parts of their User-Agents, in lower case. Not "bot" alone: there are phones called Cubot.
constexpr std::array<std::string_view, 38> kNames{
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

}  // namespace

bool is_previewer(std::string_view user_agent) {
  const std::string text = in_lower_case(user_agent);
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return text.find(name) != std::string::npos; });
}

}  // namespace core
