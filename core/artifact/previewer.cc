#include "core/artifact/previewer.h"

#include <algorithm>
#include <array>
#include <string>

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
  std::string text(user_agent);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return text.find(name) != std::string::npos; });
}

}  // namespace core
