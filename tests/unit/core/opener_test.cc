#include "core/opener.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(Opener, IsAPersonWithABrowser) {
  for (const char* const agent : {
           "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
           "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
           "like "
           "Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
           "Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Chrome/120.0.0.0 Mobile Safari/537.36",
           "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
           "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Slack/4.40.0 Chrome/128.0.0.0 Electron/32.0.0 Safari/537.36",
       })
    EXPECT_EQ(opener_of(agent), Opener::person) << agent;
}

TEST(Opener, IsAProgram) {
  for (const char* const agent : {
           "",
           "curl/7.88.1",
           "Wget/1.21.3",
           "python-requests/2.32.3",
           "Go-http-client/2.0",
           "node",
           "axios/1.7.7",
           "okhttp/4.12.0",
           "Java/21.0.4",
           "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4648",
           "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
           "HeadlessChrome/131.0.0.0 Safari/537.36",
           "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; "
           "+https://openai.com/bot",
           "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; "
           "+Claude-User@anthropic.com)",
           "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
       })
    EXPECT_EQ(opener_of(agent), Opener::program) << agent;
}

TEST(Opener, IsAPreviewerWhateverElseItSays) {
  for (const char* const agent : {
           "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
           "WhatsApp/2.23.20.0 A",
           "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
           "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
           "MOZILLA/5.0 (COMPATIBLE; GOOGLEBOT/2.1)",
       })
    EXPECT_EQ(opener_of(agent), Opener::previewer) << agent;
}

}  // namespace
}  // namespace core
