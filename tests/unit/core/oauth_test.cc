// The values of OAuth: redirect URIs, code challenges, user codes, resources.
#include <gtest/gtest.h>

#include "core/oauth_client.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/security/tokens.h"

namespace core {
namespace {

const RedirectSchemes kNone;

bool admits(const std::string& known, const std::string& requested) {
  const auto one = RedirectUri::parse(known, kNone);
  const auto other = RedirectUri::parse(requested, kNone);
  return one && other && one->admits(*other);
}

TEST(RedirectUri, AdmitsItselfOnly) {
  EXPECT_TRUE(admits("https://a.example/x?y=1", "https://a.example/x?y=1"));
  EXPECT_FALSE(admits("https://a.example/x", "https://a.example/x/"));
  EXPECT_FALSE(admits("https://a.example/x", "https://A.example/x"));
  EXPECT_FALSE(admits("https://a.example/x", "https://a.example:443/x"));
  EXPECT_FALSE(admits("https://a.example/x", "https://a.example/xy"));
  EXPECT_FALSE(admits("app.example:/x", "app.example:/x/y"));
}

TEST(RedirectUri, AdmitsAnyPortOnThisComputerOverHttp) {
  EXPECT_TRUE(admits("http://127.0.0.1/x", "http://127.0.0.1:1234/x"));
  EXPECT_TRUE(admits("http://[::1]:1/x", "http://[::1]/x"));
  EXPECT_TRUE(admits("http://localhost:1/x", "http://localhost:2/x"));
  EXPECT_FALSE(admits("http://127.0.0.1/x", "http://[::1]/x"));
  EXPECT_FALSE(admits("http://localhost/x", "http://127.0.0.1/x"));
  EXPECT_FALSE(admits("http://127.0.0.1/x", "http://127.0.0.1:1234/y"));
  EXPECT_FALSE(admits("http://127.0.0.1/x", "http://127.0.0.1:1234/x?y"));
  EXPECT_FALSE(admits("https://localhost:1/x", "https://localhost:2/x"));
}

TEST(RedirectUri, RefusesWhatABrowserReadsDifferently) {
  for (const char* const text : {"",
                                 "https:",
                                 "https://",
                                 "https:///x",
                                 "https://?x",
                                 "https://a.example\\x",
                                 "https://a@b.example/",
                                 "https://a.example:/",
                                 "https://a.example:x/",
                                 "https://a.example:080/",
                                 "https://a.example/#x",
                                 "https://a.example/ x",
                                 "https://a.example/\n",
                                 "https://-a.example/",
                                 "https://a.example/[x]",
                                 "https://[::1",
                                 "https://[::1]x/",
                                 "https://[::2]/",
                                 "http://a.example/",
                                 "http://127.0.0.1.a.example/",
                                 "http://127.1/",
                                 "app.x:",
                                 "app.x:x",
                                 "app.x:/",
                                 "1app.x:/x",
                                 "a_b.c:/x",
                                 "app.x://user@host/x",
                                 "https://a.ex\xc3\xa4mple/"})
    EXPECT_FALSE(RedirectUri::parse(text, kNone)) << text;
}

TEST(RedirectUri, HasASchemeWithAPeriodOrOneThatIsListed) {
  const RedirectSchemes listed{"cursor", "vscode-insiders"};
  for (const char* const text : {"com.example.app:/x", "cursor://anysphere.cursor-mcp/oauth",
                                 "vscode-insiders:/x", "https://a.example/x", "http://[::1]/x"})
    EXPECT_TRUE(RedirectUri::parse(text, listed)) << text;
  EXPECT_FALSE(RedirectUri::parse("cursor:/x", kNone));
  for (const char* const text : {"shell:/x",
                                 "itms-services://x/?action=download-manifest",
                                 "chrome-extension://abc/x",
                                 "cursors:/x",
                                 "Cursor:/x",
                                 "vscode:/x",
                                 "app:/x",
                                 "x:/windows",
                                 ".a:/x",
                                 "a.:/x",
                                 "a..b:/x",
                                 "javascript:/x",
                                 "javascript:alert(1)",
                                 "JavaScript:/x",
                                 "data:/x",
                                 "file:///x",
                                 "ms-officecmd:/x",
                                 "search-ms:/query=x",
                                 "wss://a.example/",
                                 "intent://x/#Intent"})
    EXPECT_FALSE(RedirectUri::parse(text, listed)) << text;
}

TEST(RedirectUri, AppendsParameters) {
  EXPECT_EQ(RedirectUri::parse("https://a.example/x", kNone)->with("a=b"),
            "https://a.example/x?a=b");
  EXPECT_EQ(RedirectUri::parse("https://a.example/x?y=z", kNone)->with("a=b"),
            "https://a.example/x?y=z&a=b");
}

TEST(CodeChallenge, IsThatOfRfc7636) {
  const auto challenge = CodeChallenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  ASSERT_TRUE(challenge);
  EXPECT_TRUE(challenge->is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
  EXPECT_FALSE(challenge->is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"));
  EXPECT_FALSE(challenge->is_met_by("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
  EXPECT_FALSE(challenge->is_met_by(""));
  EXPECT_FALSE(CodeChallenge::parse(""));
  EXPECT_FALSE(CodeChallenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM="));
}

TEST(UserCode, IsReadAsPeopleTypeIt) {
  const UserCode code = UserCode::generate();
  EXPECT_EQ(UserCode::parse(code.shown())->text(), code.text());
  EXPECT_EQ(UserCode::parse("bcdf ghjk")->text(), "BCDFGHJK");
  EXPECT_EQ(UserCode::parse("BCDF-GHJK")->shown(), "BCDF-GHJK");
  for (const char* const text : {"", "BCDFGHJ", "BCDFGHJKL", "BCDFGHJA", "BCDFGHJ1", "BCDFGHJ\xc3"})
    EXPECT_FALSE(UserCode::parse(text)) << text;
}

TEST(TokenAudience, IsTheResourceOfThisServiceOnly) {
  const std::string base = "https://a.example";
  EXPECT_EQ(audience_of("https://a.example/mcp", base), TokenAudience::mcp);
  EXPECT_EQ(audience_of("https://a.example/mcp/", base), TokenAudience::mcp);
  EXPECT_EQ(audience_of("https://a.example", base), TokenAudience::api);
  EXPECT_EQ(audience_of("https://a.example/api", base), TokenAudience::api);
  for (const char* const text : {"", "https://a.example.b/mcp", "https://a.example:1/mcp",
                                 "https://a.example/mcp/x", "http://a.example/mcp", "/mcp"})
    EXPECT_FALSE(audience_of(text, base)) << text;
}

TEST(BearerToken, TellsKeysFromAccessTokens) {
  const ApiKey key = ApiKey::generate();
  const AccessToken token = AccessToken::generate();
  EXPECT_EQ(BearerToken::parse(key.secret())->kind(), BearerToken::Kind::api_key);
  EXPECT_EQ(BearerToken::parse(token.secret())->kind(), BearerToken::Kind::access_token);
  EXPECT_EQ(BearerToken::parse(token.secret())->hash(), token.hash());
  EXPECT_FALSE(BearerToken::parse(RefreshToken::generate().secret()));
  EXPECT_FALSE(AccessToken::parse("arto_" + key.secret().substr(5, 41)));
}

TEST(ClientMetadata, LosesWhatHidesInAName) {
  const auto metadata = parse_client_metadata(
      R"({"client_name":" A\u202e\u200b\u2066b\ufeff\u0007c ","redirect_uris":["https://a.example/"]})",
      kNone);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->name, "Ab c");
}

TEST(ClientMetadata, SaysWhatIsWrongInASentence) {
  const auto metadata = parse_client_metadata(R"({"redirect_uris":["javascript:x"]})", kNone);
  ASSERT_FALSE(metadata);
  EXPECT_EQ(metadata.error().sentence(),
            "redirect_uris must be valid redirect URIs: the redirect URI has a scheme that "
            "is not allowed; use https, http to this computer, or a scheme of the app's own with a "
            "period, such as com.example.app:/callback");
}

}  // namespace
}  // namespace core
