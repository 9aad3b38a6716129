// Each kind of secret, and what looks similar but is none. The secrets are made here, so that this
// file has none: from a prefix and a body that no issuer ever gave out.
#include "core/security/secret_rules.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/security/cryptography.h"
#include "core/security/secret_scanner.h"
#include "core/security/tokens.h"
#include "core/share_link.h"
#include "core/text/encodings.h"
#include "core/text/json.h"

namespace core {
namespace {

// As many characters as wanted, in no order that anybody would write.
std::string body(std::string_view alphabet, std::size_t length) {
  std::string text;
  for (std::size_t i = 0, at = 5; i < length; ++i, at = at * 29 + 11 + i)
    text += alphabet[(at >> 3U) % alphabet.size()];
  return text;
}

std::string base62(std::size_t length) { return body(kBase62Digits, length); }
std::string hexadecimal(std::size_t length) { return body("0123456789abcdef", length); }
std::string base32(std::size_t length) { return body("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", length); }
std::string base64(std::size_t length) {
  return body("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", length);
}

std::string with_checksum(const std::string& prefix) {
  const std::string random_part = base62(30);
  return prefix + random_part + base62_checksum(random_part);
}

std::string jwt(std::string_view header, std::string_view claims, std::size_t signature = 43) {
  return to_base64url(as_bytes(header)) + '.' + to_base64url(as_bytes(claims)) + '.' +
         base62(signature);
}

std::string private_key(const std::string& label, const std::string& line_end) {
  const std::string mark = "-----";
  return mark + "BEGIN " + label + mark + line_end + base64(64) + line_end + base64(40) + line_end +
         mark + "END " + label + mark;
}

std::vector<std::string> kinds_in(const std::string& text) {
  std::vector<std::string> kinds;
  for (const FoundSecret& found : find_secrets(text)) kinds.emplace_back(found.kind);
  return kinds;
}

struct Case {
  std::string kind;
  std::string secret;
};

std::vector<Case> secrets() {
  const std::string claims = R"({"sub":"user-81723","iat":1767225600})";
  const std::string digits = "8172364501";
  return {
      {"private_key", private_key("PRIVATE KEY", "\\n")},
      {"private_key", private_key("RSA PRIVATE KEY", "\\r\\n")},
      {"private_key", private_key("EC PRIVATE KEY", "\n")},
      {"private_key", private_key("OPENSSH PRIVATE KEY", "\\\\n")},
      {"private_key", private_key("ENCRYPTED PRIVATE KEY", "\\n")},
      {"private_key", private_key("PGP PRIVATE KEY BLOCK", "\\n\\n")},
      {"private_key", private_key("RSA PRIVATE KEY",
                                  "\\nProc-Type: 4,ENCRYPTED\\nDEK-Info: AES-128-CBC,9F\\n\\n")},
      {"json_web_token", jwt(R"({"alg":"HS256","typ":"JWT"})", claims)},
      {"json_web_token", jwt(R"({"typ":"JWT","alg":"ES512","kid":"k1"})", claims, 176)},
      {"json_web_token", jwt(R"({"alg" : "RS256" })", claims, 342)},
      {"password_in_url", "postgres://app:" + base62(16) + "@db.internal.acme.io:5432/shop"},
      {"password_in_url", "postgresql+psycopg2://app:" + base62(16) + "@10.0.3.7/shop"},
      {"password_in_url", "mongodb+srv://app:" + base62(12) + "@cluster0.mongodb.net"},
      {"password_in_url", "redis://:" + base62(20) + "@cache:6379/0"},
      {"password_in_url", "amqps://svc:" + base62(12) + "@mq.acme.io/vhost"},
      {"password_in_url", "https://deploy:" + base62(20) + "@git.acme.io/team/app.git"},
      {"password_in_url", R"(mysql:\/\/app:)" + base62(16) + R"(@db.acme.io\/shop)"},
      {"password_in_url", R"(\npostgres://app:)" + base62(16) + "@db.acme.io/shop"},
      {"password_in_connection_string",
       "Server=tcp:sql.acme.io,1433;Database=shop;User Id=app;Password=" + base62(16) +
           ";Encrypt=True"},
      {"password_in_connection_string", "Password=" + base62(16) + ";Host=db.acme.io;Username=app"},
      {"password_in_connection_string",
       R"(Data Source=db7\\SQLEXPRESS;User ID=sa;Pwd=)" + base62(12)},
      {"password_in_connection_string",
       "jdbc:sqlserver://db.acme.io:1433;user=sa;PASSWORD=" + base62(14)},
      {"password_in_connection_string", "DRIVER={ODBC};SERVER=10.0.3.7;UID=app;PWD=" + base62(14)},
      {"artifact_share_key", generate_checked_secret("artk_")},
      {"artifact_share_token", generate_checked_secret("arto_")},
      {"artifact_share_token", generate_checked_secret("artr_")},
      {"github_token", with_checksum("ghp_")},
      {"github_token", with_checksum("gho_")},
      {"github_token", with_checksum("ghu_")},
      {"github_token", with_checksum("ghs_")},
      {"github_token", with_checksum("ghr_")},
      {"github_token", "github_pat_" + base62(22) + '_' + base62(59)},
      {"gitlab_token", "glpat-" + base62(20)},
      {"npm_token", "npm_" + base62(36)},
      {"pypi_token", "pypi-AgEIcHlwaS5vcmc" + base62(120)},
      {"rubygems_key", "rubygems_" + hexadecimal(48)},
      {"docker_token", "dckr_pat_" + base62(27)},
      {"aws_access_key", "AKIA" + base32(16)},
      {"aws_access_key", "ASIA" + base32(16)},
      {"aws_secret_key", "aws_secret_access_key = " + base64(40)},
      {"aws_secret_key", "AWS_SECRET_ACCESS_KEY=" + base64(40)},
      {"aws_secret_key", R"(\"SecretAccessKey\": \")" + base64(40) + R"(\")"},
      {"azure_storage_key", "AccountName=acme;AccountKey=" + base64(86) + "==;"},
      {"google_api_key", "AIza" + base62(35)},
      {"google_client_secret", "GOCSPX-" + base62(28)},
      {"digitalocean_token", "dop_v1_" + hexadecimal(64)},
      {"digitalocean_token", "doo_v1_" + hexadecimal(64)},
      {"heroku_key", "HRKU-AA" + base62(58)},
      {"vault_token", "hvs." + base62(90)},
      {"age_secret_key", "AGE-SECRET-KEY-1" + base32(58)},
      {"stripe_key", "sk_live_" + base62(24)},
      {"stripe_key", "rk_live_" + base62(99)},
      {"shopify_token", "shpat_" + hexadecimal(32)},
      {"shopify_token", "shpss_" + hexadecimal(32)},
      {"square_token", "sq0atp-" + base62(22)},
      {"square_token", "sq0csp-" + base62(43)},
      {"sendgrid_key", "SG." + base62(22) + '.' + base62(43)},
      {"slack_webhook",
       "https://hooks.slack.com/services/T" + base32(8) + "/B" + base32(8) + '/' + base62(24)},
      {"discord_webhook", "https://discord.com/api/webhooks/81723645018172/" + base62(68)},
      {"slack_token", "xoxb-" + digits + '-' + digits + "81-" + base62(24)},
      {"slack_token", "xoxp-" + digits + '-' + digits + '-' + digits + '-' + hexadecimal(32)},
      {"slack_token", "xoxa-2-" + digits + '-' + digits + '-' + base62(24)},
      {"slack_token", "xoxs-" + digits + '-' + digits + '-' + base62(24)},
      {"slack_token", "xapp-1-A0" + base32(8) + '-' + digits + '-' + hexadecimal(64)},
      {"anthropic_key", "sk-ant-api03-" + base62(93) + "AA"},
      {"openai_key", "sk-" + base62(20) + "T3BlbkFJ" + base62(20)},
      {"openai_key", "sk-proj-" + base62(74) + "T3BlbkFJ" + base62(74)},
      {"hugging_face_token", "hf_" + base62(34)},
      {"grafana_token", "glsa_" + base62(32) + '_' + hexadecimal(8)},
      {"postman_key", "PMAK-" + hexadecimal(24) + '-' + hexadecimal(34)},
      {"linear_key", "lin_api_" + base62(40)},
      {"supabase_token", "sbp_" + hexadecimal(40)},
      {"planetscale_token", "pscale_tkn_" + base62(43)},
      {"new_relic_key", "NRAK-" + base32(27)},
      {"figma_token", "figd_" + base62(43)},
  };
}

TEST(SecretRules, FindEachKindWhereverItIs) {
  const std::string filler = "The quick brown fox jumps over the lazy dog";
  for (const auto& [kind, secret] : secrets()) {
    const std::vector<std::string> expected{kind};
    EXPECT_EQ(kinds_in(secret), expected) << secret;
    // At each offset from where the scanner looks, and between what may be around it.
    for (std::size_t indent = 1; indent < 20; ++indent) {
      const std::string text =
          filler.substr(0, indent) + (indent % 2 == 0 ? "=\\\"" : " ") + secret + "\\n" + filler;
      EXPECT_EQ(kinds_in(text), expected) << text;
    }
  }
}

TEST(SecretRules, HaveACaseEach) {
  std::set<std::string_view> known;
  for (const SecretRule& rule : secret_rules()) known.insert(rule.kind);
  std::set<std::string> tested;
  for (const Case& each : secrets()) tested.insert(each.kind);
  EXPECT_TRUE(std::equal(known.begin(), known.end(), tested.begin(), tested.end()));
}

TEST(SecretRules, HaveAnAnchorOfThreeCharacters) {
  for (const SecretRule& rule : secret_rules())
    EXPECT_LE(rule.anchor + 3, rule.prefix.size()) << rule.prefix;
}

TEST(SecretRules, KnowTheChecksumThatGitHubPublished) {
  // The token of GitHub's article about its format, which was never valid.
  const std::string random_part = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ";
  EXPECT_EQ(base62_checksum(random_part), "0mLq17");
}

TEST(SecretRules, LeaveOutWhatDocumentationHas) {
  const std::vector<std::string> texts{
      std::string("AKIA") + "IOSFODNN7EXAMPLE",
      std::string("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/") + "bPxRfiCYEXAMPLEKEY",
      "aws_secret_access_key = <your secret access key here, 40 characters>",
      "sk_test_" + base62(24),
      "sk_live_...",
      std::string("sk_live_") + std::string(24, 'x'),
      std::string("ghp_") + std::string(36, 'x'),
      "ghp_" + base62(36),  // a wrong checksum
      std::string("artk_") + std::string(42, 'a'),
      std::string("npm_") + std::string(36, 'X'),
      std::string("npm_") + "1234567890abcdefghijklmnopqrstuvwxyz",
      "xoxb-your-token-goes-here-and-is-longer-than-forty-characters",
      "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
      "AIzaSyYourApiKeyGoesHereYourApiKeyGoes1",
      "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----",
      "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA...\\n-----END RSA PRIVATE KEY-----",
      "-----BEGIN CERTIFICATE-----\\n" + base64(64) + "\\n-----END CERTIFICATE-----",
      "-----BEGIN PUBLIC KEY-----\\n" + base64(64) + "\\n-----END PUBLIC KEY-----",
      "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/"
      "K1SZFPTOtr/KBHBeksoGMGw==",
      // The example of jwt.io; no JSON; no algorithm; no signature; cut off.
      jwt(R"({"alg":"HS256","typ":"JWT"})",
          R"({"sub":"1234567890","name":"John Doe","iat":1516239022})"),
      "eyJ" + base62(30) + ".eyJ" + base62(40) + '.' + base62(43),
      jwt(R"({"typ":"JWT"})", R"({"sub":"1"})"),
      jwt(R"({"alg":"none"})", R"({"sub":"1"})", 0),
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0...",
  };
  for (const std::string& text : texts)
    EXPECT_EQ(kinds_in("as in " + text + " or so"), std::vector<std::string>()) << text;
}

TEST(SecretRules, LeaveOutAddressesWithoutARealPassword) {
  for (const std::string_view text : {"postgres://user:password@db.acme.io/shop",
                                      "postgres://user:<password>@db.acme.io/shop",
                                      "postgres://app:${DB_PASSWORD}@db.acme.io/shop",
                                      "postgres://app:{password}@db.acme.io",
                                      "postgres://app:$PASSWORD@db.acme.io/shop",
                                      "postgres://app:%s@db.acme.io/shop",
                                      "postgres://app:PASSWORD@db.acme.io/shop",
                                      "postgres://app:********@db.acme.io/shop",
                                      "postgres://app:YOUR-DB-KEY@db.acme.io/shop",
                                      "postgres://postgres:postgres@db/shop",
                                      "postgres://app:Kq7vR2mW9xTz@localhost:5432/shop",
                                      "redis://:Kq7vR2mW9xTz@127.0.0.1:6379",
                                      "mysql://app:Kq7vR2mW9xTz@db.example.com/shop",
                                      "amqp://guest:guest@mq.acme.io",
                                      "https://host.acme.io:8443/a@b",
                                      "https://user@host.acme.io/",
                                      "https://acme.io/?a=b:c@d",
                                      "see https://acme.io: it is at me@acme.io",
                                      "unknown://app:Kq7vR2mW9xTz@db.acme.io",
                                      "12://app:Kq7vR2mW9xTz@db.acme.io",
                                      "postgres://app:abc@db.acme.io"})
    EXPECT_EQ(kinds_in(std::string(text)), std::vector<std::string>()) << text;
}

TEST(SecretRules, LeaveOutConnectionStringsWithoutARealPassword) {
  for (const std::string& text :
       {"Server=localhost;Database=shop;Password=" + base62(16),
        std::string("Server=sql.acme.io;Database=shop;Password=changeme"),
        std::string("Server=sql.acme.io;Database=shop;Password=<password>"),
        std::string("Server=sql.acme.io;Database=shop;Password="),
        "User Id=app;Password=" + base62(16), "?name=x&password=" + base62(16),
        "server=sql.acme.io\\npassword=" + base62(16), "password=" + base62(16)})
    EXPECT_EQ(kinds_in(text), std::vector<std::string>{}) << text;
}

TEST(SecretScanner, ReadsReferencesAndEscapesAsPagesShowThem) {
  const std::string body = base32(16);
  const std::vector<std::string> expected{"aws_access_key"};
  for (const std::string mark :
       {"&#65;KIA", "&#x41;KIA", "&#X0041;&#75;&#x49;&#65;", "\\u0041KIA", "\\u0026#65;KIA",
        "\\u0026\\u0023\\u0036\\u0035\\u003bKIA", "A&#x4b;IA"}) {
    const std::string text = "a \\n" + mark + body + " b";
    const auto found = find_secrets(text);
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(text.substr(found[0].offset, found[0].length), mark + body);
  }
  EXPECT_EQ(kinds_in("postgres&colon;//app:" + base62(16) + "&commat;db.acme.io/shop"),
            std::vector<std::string>{"password_in_url"});
  // An escaped backslash, an unfinished reference and one of another character are what they are.
  for (const char* mark : {"\\\\u0041KIA", "&#65KIA", "&#9;KIA", "&#x141;KIA", "&KIA"})
    EXPECT_EQ(kinds_in(mark + body), std::vector<std::string>{}) << mark;
  EXPECT_EQ(kinds_in("AKIA" + body + " and &#65;KIA" + body),
            (std::vector<std::string>{"aws_access_key", "aws_access_key"}));
}

TEST(SecretScanner, TakesNoShareLinkForASecret) {
  const auto keys = SigningKeys::parse("2026-01 " + to_base64(sha256("key")));
  ASSERT_TRUE(keys);
  std::string text;
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto artifact = ArtifactId::generate(Timestamp());
    const auto token = sign_share_token(artifact, ShareId::generate(Timestamp()), keys->current());
    text += "- [one](" + share_url("https://share.acme.io:8443", artifact, token) + ")\n";
  }
  EXPECT_EQ(kinds_in(text), std::vector<std::string>{});
}

// As many times as fit into a MiB.
std::string repeated(std::string_view part) {
  std::string text;
  while (text.size() + part.size() <= (std::size_t{1} << 20)) text += part;
  return text;
}

TEST(SecretScanner, LooksAtEachCharacterAFewTimesAtMost) {
  std::vector<std::string> hostile{
      repeated("_eyJ"),    repeated("eyJ"),         repeated("-eyJ."), repeated("sk-"),
      repeated("xoxb-"),   repeated("glpat-pypi-"), repeated("://"),   repeated("&#65;KIA"),
      repeated("://a:b@"), repeated("\\u0065yJ_")};
  for (const SecretRule& rule : secret_rules()) {
    hostile.push_back(repeated(rule.prefix));
    hostile.push_back(repeated(std::string(rule.prefix) + "-_"));
  }
  const std::string run = repeated("_eyJ").substr(0, 2000);
  hostile.push_back(repeated(run + '.' + run + '.' + run));
  for (const std::string& text : hostile) {
    ScanEffort effort;
    find_secrets(text, &effort);
    // Twice, if there was something to decode.
    EXPECT_LE(effort.looks, 2 * text.size() / 3) << text.substr(0, 40);
    EXPECT_LE(effort.characters, 2 * 8 * text.size()) << text.substr(0, 40);
  }
}

TEST(SecretRules, TakeNoPartOfALongerWord) {
  for (const std::string& secret :
       {"AKIA" + base32(16), with_checksum("ghp_"), "npm_" + base62(36), "sk_live_" + base62(24)}) {
    EXPECT_EQ(kinds_in("my" + secret), std::vector<std::string>()) << secret;
    EXPECT_EQ(kinds_in("my_" + secret), std::vector<std::string>()) << secret;
  }
  EXPECT_EQ(kinds_in("AKIA" + base32(17)), std::vector<std::string>());
  EXPECT_EQ(kinds_in("AKIA" + base32(16) + "_X"), std::vector<std::string>());
  // The letter of an escape is none of the word.
  EXPECT_EQ(kinds_in("\\nAKIA" + base32(16)), std::vector<std::string>{"aws_access_key"});
  EXPECT_EQ(kinds_in("\\u003dAKIA" + base32(16)), std::vector<std::string>{"aws_access_key"});
  EXPECT_EQ(kinds_in("\\\\nAKIA" + base32(16)), std::vector<std::string>());
}

TEST(SecretRules, TakeNoPartOfAPicture) {
  const std::string picture = base64(4000);
  for (const std::string& token : {"AKIA" + base32(16), "AIza" + base62(35)}) {
    const std::string text =
        "data:image/png;base64," + picture + '/' + token + '+' + picture + "==";
    EXPECT_EQ(kinds_in(text), std::vector<std::string>());
  }
}

TEST(SecretScanner, StopsAfterTheMostThatItReports) {
  std::string text;
  for (std::size_t i = 0; i < 3 * kMostSecrets; ++i) text += with_checksum("ghp_") + ' ';
  EXPECT_EQ(find_secrets(text).size(), kMostSecrets);
}

TEST(SecretScanner, ReportsWhatOverlapsOnce) {
  const std::string token = with_checksum("ghp_");
  EXPECT_EQ(kinds_in("https://x-access-token:" + token + "@github.com/acme/app.git"),
            std::vector<std::string>{"password_in_url"});
}

std::string place_of(const LocatedSecret& secret) {
  return secret.pointer + ' ' + std::to_string(secret.line) + ':' + std::to_string(secret.column);
}

std::vector<std::string> places_in(const std::string& json) {
  std::vector<std::string> places;
  const auto tree = JsonTree::parse(json);
  if (!tree) return places;
  for (const LocatedSecret& secret : locate_in_json(*tree, find_secrets(json), "/content"))
    places.push_back(place_of(secret));
  return places;
}

TEST(SecretScanner, NamesTheStringLineAndColumn) {
  const std::string token = with_checksum("ghp_");
  EXPECT_EQ(places_in(R"({"text":")" + token + R"("})"),
            std::vector<std::string>{"/content/text 1:1"});
  EXPECT_EQ(places_in(R"({"text":"a\nb\r\n\"é\u00e9 )" + token + R"("})"),
            std::vector<std::string>{"/content/text 3:5"});
  EXPECT_EQ(places_in(R"({"text":"\\n )" + token + R"(\n)" + token + R"("})"),
            (std::vector<std::string>{"/content/text 1:4", "/content/text 2:1"}));
  EXPECT_EQ(places_in(R"({"a":1,"rows":[[1,"x"],[2,")" + token + R"("]],"b/c":{"d":")" + token +
                      R"("}})"),
            (std::vector<std::string>{"/content/rows/1/1 1:1", "/content/b~1c/d 1:1"}));
}

TEST(SecretScanner, NamesNoSecretInAPointer) {
  const std::string token = with_checksum("ghp_");
  EXPECT_EQ(places_in(R"({"data":{")" + token + R"(":1}})"),
            std::vector<std::string>{"/content/data 1:1"});
  EXPECT_EQ(places_in(R"({"data":{"a )" + token + R"(":{"b":")" + token + R"("}}})"),
            (std::vector<std::string>{"/content/data 1:1", "/content/data 1:1"}));
}

TEST(SecretScanner, NamesAPlaceBelowAVeryLongNameByWhatIsAround) {
  const std::string token = with_checksum("ghp_");
  const std::string name(100'000, 'n');
  EXPECT_EQ(
      places_in(R"({"data":{")" + name + R"(":{"b":")" + token + R"("}},"c":")" + token + R"("})"),
      (std::vector<std::string>{"/content/data 1:1", "/content/c 1:1"}));
}

TEST(SecretScanner, CountsLinesOfATextThatIsNoJson) {
  const std::string text = "é \\n\n  " + with_checksum("ghp_");
  const auto located = locate_in_text(text, find_secrets(text), "/title");
  ASSERT_EQ(located.size(), 1U);
  EXPECT_EQ(place_of(located.front()), "/title 2:3");
}

}  // namespace
}  // namespace core
