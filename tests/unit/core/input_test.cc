// The readers of what comes from outside: forms, UTF-8, encodings, fields, configuration,
// passwords.
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "core/configuration.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/security/passwords.h"
#include "core/text/encodings.h"
#include "core/text/form.h"
#include "core/text/text.h"
#include "templates/content.h"

namespace core {
namespace {

TEST(Form, DecodesNamesAndValues) {
  const auto fields = parse_form("a=1&b=x+y%20z&c&d=&%C3%A9=%F0%9F%98%80&&e=a=b");
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->at("b"), "x y z");
  EXPECT_EQ(fields->at("c"), "");
  EXPECT_EQ(fields->at("é"), "😀");
  EXPECT_EQ(fields->at("e"), "a=b");
  EXPECT_EQ(fields->size(), 6U);
}

TEST(Form, RejectsMalformedAndRepeatedFields) {
  for (const std::string_view text :
       {"a=%", "a=%1", "a=%zz", "a=%ff", "a=%00", "a=1&a=1", "%ed%a0%80=1"})
    EXPECT_FALSE(parse_form(text)) << text;
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(count_code_points("aé€😀"), 4U);
  EXPECT_TRUE(is_utf8("aé€😀\xf4\x8f\xbf\xbf"));
  for (const std::string_view text :
       {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xe2\x82", "\xc3("})
    EXPECT_FALSE(is_utf8(text)) << text;
}

TEST(Utf8, CutsAfterCodePoints) {
  EXPECT_EQ(first_code_points("aé€😀", 0), "");
  EXPECT_EQ(first_code_points("aé€😀", 2), "aé");
  EXPECT_EQ(first_code_points("aé€😀", 4), "aé€😀");
  EXPECT_EQ(first_code_points("aé€😀", 5), "aé€😀");
}

TEST(Utf8, IsJudgedTheSameAtEveryOffset) {
  for (std::size_t before = 0; before < 20; ++before)
    for (std::size_t after = 0; after < 20; ++after) {
      const std::string begin(before, 'a');
      const std::string end(after, 'z');
      EXPECT_TRUE(is_utf8(begin + end));
      EXPECT_TRUE(is_utf8(begin + "😀" + end));
      for (const std::string_view wrong : {"\x80", "\xff", "\xe2\x82", "\xed\xa0\x80"})
        EXPECT_EQ(well_formed_length(begin + std::string(wrong) + end), before) << wrong;
    }
}

TEST(Base64, IsThatOfRfc4648) {
  const std::vector<std::pair<std::string, std::string>> vectors{{"", ""},
                                                                 {"f", "Zg=="},
                                                                 {"fo", "Zm8="},
                                                                 {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg=="},
                                                                 {"fooba", "Zm9vYmE="},
                                                                 {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(to_base64(as_bytes(bytes)), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  EXPECT_EQ(to_base64url(as_bytes("\xfb\xff")), "-_8");
  for (const std::string_view text :
       {"Zg", "Zg=", "Zh==", "Z===", "Zm9v=", "Zm 9v", "Zm9v\n", "-_8=", "Z!9vYmFy", "Zm9v=mFy"})
    EXPECT_FALSE(from_base64(text)) << text;
  for (const std::string_view text : {"A", "Zh", "Zg==", "+/8", "Zg "})
    EXPECT_FALSE(from_base64url(text)) << text;
}

TEST(BigEndian, IsEightBytesTheHighestFirst) {
  using namespace std::string_literals;
  const std::vector<std::pair<std::int64_t, std::string>> cases{
      {0, "\0\0\0\0\0\0\0\0"s},
      {1, "\0\0\0\0\0\0\0\x01"s},
      {0x0102030405060780, "\x01\x02\x03\x04\x05\x06\x07\x80"s},
      {-1, "\xff\xff\xff\xff\xff\xff\xff\xff"s},
      {-2, "\xff\xff\xff\xff\xff\xff\xff\xfe"s},
      {std::numeric_limits<std::int64_t>::max(), "\x7f\xff\xff\xff\xff\xff\xff\xff"s},
      {std::numeric_limits<std::int64_t>::min(), "\x80\0\0\0\0\0\0\0"s}};
  for (const auto& [number, bytes] : cases) {
    EXPECT_EQ(to_big_endian(number), bytes) << number;
    EXPECT_EQ(from_big_endian(bytes), number) << number;
  }
}

TEST(BigEndian, OfFewerBytesKeepsItsSign) {
  EXPECT_EQ(from_big_endian("\x7f"), 127);
  EXPECT_EQ(from_big_endian("\x80"), -128);
  EXPECT_EQ(from_big_endian("\xff\xfe"), -2);
  EXPECT_EQ(from_big_endian("\x01\x02\x03\x04"), 0x01020304);
}

TEST(Scopes, AreASet) {
  const auto scopes = Scopes::parse({"artifacts:read", "artifacts:share"});
  ASSERT_TRUE(scopes);
  EXPECT_TRUE(scopes->contains(Scope::artifacts_read));
  EXPECT_FALSE(scopes->contains(Scope::artifacts_write));
  EXPECT_EQ(scopes->first_missing({Scope::artifacts_read, Scope::artifacts_delete}),
            Scope::artifacts_delete);
  EXPECT_FALSE(scopes->first_missing({Scope::artifacts_read}));
  EXPECT_FALSE(Scopes::parse({"artifacts:all"}));
  EXPECT_EQ(Scopes::all().names().size(), 5U);
}

TEST(FieldReader, ReportsTheFirstError) {
  const auto object = JsonTree::parse(R"({"a":1,"b":"x"})");
  FieldReader reader(*object, BodyOf::new_artifact);
  reader.text("a", 10, FieldReader::Lines::one);
  reader.boolean("b");
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->field, "a");
  EXPECT_EQ(reader.error()->sentence(), "a must be a string, not a number");
}

TEST(FieldReader, HasTheSameRulesForAForm) {
  const FormFields form{{"title", "one\r\ntwo"}, {"views", "0"}, {"left", "7"},
                        {"empty", ""},           {"box", "yes"}, {"expiry", "soon"}};
  FieldReader reader(form);
  EXPECT_EQ(reader.text("title", 10, FieldReader::Lines::many), "one\ntwo");
  EXPECT_EQ(reader.integer("left", 1, 9), 7);
  EXPECT_FALSE(reader.integer("empty", 1, 9));
  EXPECT_EQ(reader.boolean("box"), true);
  EXPECT_FALSE(reader.boolean("no box"));
  EXPECT_TRUE(reader.is_given("empty"));
  EXPECT_FALSE(reader.error());
  reader.integer("views", 1, 9);
  reader.duration("expiry");
  EXPECT_EQ(reader.error()->sentence(), "views must be a whole number from 1 to 9");
}

// JSON Schema: 1.0 is an integer. Some clients write every number so.
TEST(FieldReader, TakesAWholeNumberHoweverItIsWritten) {
  const auto read = [](const std::string& number) {
    const std::string body = R"({"maxViews":)" + number + "}";
    const auto object = JsonTree::parse(body);
    FieldReader reader(*object, BodyOf::new_link);
    const auto value = reader.integer("maxViews", 1, 1000);
    return reader.error() ? std::nullopt : value;
  };
  for (const char* const one : {"1", "1.0", "1.000", "1e0", "10e-1", "0.1E+1"})
    EXPECT_EQ(read(one), 1) << one;
  EXPECT_EQ(read("1e3"), 1000);
  for (const char* const wrong :
       {"1.5", "0.0", "-1.0", "1001.0", "1e4", "1e400", "1e-400", "12345678901234567890"})
    EXPECT_FALSE(read(wrong)) << wrong;
}

TEST(FieldReader, TakesAWholeNumberOfAFormAsBrowsersSendIt) {
  const FormFields form{{"a", "5"},   {"b", "1e2"}, {"c", "5.0"}, {"d", "5x"},
                        {"e", "inf"}, {"f", "+5"},  {"g", " 5"},  {"h", "nan"}};
  FieldReader reader(form);
  EXPECT_EQ(reader.integer("a", 1, 100), 5);
  EXPECT_EQ(reader.integer("b", 1, 100), 100);
  EXPECT_EQ(reader.integer("c", 1, 100), 5);
  EXPECT_FALSE(reader.error());
  for (const char* const wrong : {"d", "e", "f", "g", "h"}) {
    reader.integer(wrong, 1, 100);
    EXPECT_TRUE(reader.has_error(wrong)) << wrong;
  }
}

TEST(FieldReader, ReadsObjectsOfAFormAsJson) {
  const FormFields form{{"template", "chart"}, {"content", R"({"a": 1})"}, {"metadata", "[]"}};
  FieldReader reader(form);
  EXPECT_EQ(reader.content_template("template"), Template::chart);
  EXPECT_EQ(reader.required_object("content", ErrorCode::invalid_content).text(), R"({"a": 1})");
  EXPECT_FALSE(reader.object("none", ErrorCode::invalid_content));
  EXPECT_FALSE(reader.error());
  reader.metadata("metadata");
  EXPECT_EQ(reader.error()->sentence(), "metadata must be a JSON object");
}

TEST(FieldReader, GivesAnObjectAsAPartOfTheBody) {
  const std::string body = R"({"content": {"rows": [1.0]}, "metadata": {"a": 1e400}, "title": {}})";
  FieldReader reader(*JsonTree::parse(body), BodyOf::new_artifact);
  const JsonTree content = reader.required_object("content", ErrorCode::invalid_content);
  EXPECT_EQ(content.text().data(), body.data() + body.find(R"({"rows")"));
  EXPECT_EQ(content.root().find("rows")->pointer(), "/rows");
  EXPECT_EQ(reader.metadata("metadata")->text(), R"({"a": 1e400})");
  EXPECT_FALSE(reader.error());
}

// As a script sends them beside a file.
TEST(FieldReader, TakesAFieldOfAFormForTheTypeThatItHasInJson) {
  const FormFields form{{"metadata", R"({"a":1.50})"},
                        {"maxViews", "3"},
                        {"allowDownload", "true"},
                        {"title", "one\r\ntwo"},
                        {"description", ""},
                        {"remoteImages", "off"},
                        {"password", ""}};
  FieldReader reader(form, BodyOf::new_artifact_and_link);
  EXPECT_EQ(reader.metadata("metadata")->text(), R"({"a":1.50})");
  EXPECT_EQ(reader.integer("maxViews", 1, 9), 3);
  EXPECT_EQ(reader.boolean("allowDownload"), true);
  EXPECT_EQ(reader.one_of<RemoteImages>("remoteImages"), RemoteImages::off);
  EXPECT_TRUE(reader.is_given("description"));
  EXPECT_FALSE(reader.has_value("description"));
  EXPECT_FALSE(reader.error());
  reader.text("title", 10, FieldReader::Lines::many);
  reader.secret("password", 10);
  ASSERT_EQ(reader.errors().size(), 2U);
  EXPECT_EQ(reader.errors()[0].sentence(),
            "title must not contain control characters other than tabs and newlines");
  EXPECT_EQ(reader.errors()[1].sentence(), "password must have 1 to 10 characters");
}

TEST(FieldReader, RefusesAFieldOfAFormThatHasAnotherType) {
  const FormFields form{{"metadata", R"({"a":1,"a":2})"},
                        {"maxViews", "3x"},
                        {"allowDownload", "yes"},
                        {"pasword", "x"},
                        {"extra", "x"}};
  FieldReader reader(form, BodyOf::new_artifact_and_link);
  reader.metadata("metadata");
  reader.integer("maxViews", 1, 9);
  reader.boolean("allowDownload");
  std::vector<std::string> sentences;
  for (const Error& error : reader.errors()) sentences.push_back(error.sentence());
  EXPECT_EQ(sentences, (std::vector<std::string>{
                           R"(pasword is not a field of this request; did you mean "password"?)",
                           "metadata must be a JSON object, not a string",
                           "maxViews must be a number, not a string",
                           "allowDownload must be a boolean, not a string"}));
  ASSERT_EQ(reader.warnings().size(), 1U);
  EXPECT_EQ(reader.warnings()[0].field, "/extra");
}

TEST(FieldReader, ReadsWhatIsGivenInPlaceOfAField) {
  FieldReader reader(*JsonTree::parse(R"({"title":"sent","password":null})"));
  reader.replace("title", *JsonTree::parse(R"("given")"));
  reader.replace("password", std::nullopt);
  EXPECT_EQ(reader.word("title"), "given");
  EXPECT_FALSE(reader.is_given("password"));
  EXPECT_EQ(reader.members().size(), 2U);
}

TEST(FieldReader, SaysWhichInvisibleCharacterANameHas) {
  const FormFields form{{"name", "Acme\u202egnp"}, {"email", "a\u200b@example.org"}};
  FieldReader reader(form);
  EXPECT_FALSE(reader.display_name("name"));
  EXPECT_FALSE(reader.email("email"));
  ASSERT_EQ(reader.errors().size(), 2U);
  EXPECT_EQ(reader.errors()[0].sentence(),
            "name must not contain control characters such as U+202E");
  EXPECT_EQ(reader.errors()[1].sentence(),
            "email must not contain invisible characters such as U+200B");
}

TEST(FieldReader, HasTheFirstErrorOfEachField) {
  const FormFields form{{"email", "nobody"},
                        {"accountName", "two\nlines"},
                        {"password", "short"},
                        {"role", "member"},
                        {"name", " Build server "}};
  FieldReader reader(form);
  EXPECT_EQ(reader.display_name("name")->text(), "Build server");
  EXPECT_EQ(reader.role("role"), Role::member);
  EXPECT_FALSE(reader.error());
  EXPECT_FALSE(reader.email("email"));
  EXPECT_FALSE(reader.display_name("accountName"));
  EXPECT_FALSE(reader.new_password("password", ""));
  EXPECT_FALSE(reader.role("missing"));
  EXPECT_FALSE(reader.email("email"));
  EXPECT_EQ(reader.error()->sentence(), "email must be an email address, such as name@example.org");
  ASSERT_EQ(reader.errors().size(), 4U);
  EXPECT_EQ(reader.errors()[1].sentence(),
            "accountName must not contain control characters such as U+000A");
  EXPECT_EQ(reader.errors()[2].sentence(), "password must have at least 12 characters");
  EXPECT_EQ(reader.errors()[3].field, "missing");
}

TEST(FieldReader, HasAllErrorsInOne) {
  const auto object = JsonTree::parse(R"({"title":1,"metadata":[],"pasword":"x"})");
  FieldReader reader(*object, BodyOf::new_artifact);
  reader.text("title", 10, FieldReader::Lines::one);
  reader.metadata("metadata");
  reader.text("title", 10, FieldReader::Lines::one);
  reader.fail({ErrorCode::invalid_content, "is wrong", "/content/a", {}, {Error{}, Error{}}});
  const auto problem = reader.problem();
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, "pasword");
  std::vector<std::string> others;
  for (const Error& other : problem->others) {
    others.push_back(other.field);
    EXPECT_TRUE(other.others.empty());
  }
  EXPECT_EQ(others, (std::vector<std::string>{"title", "metadata", "/content/a", ""}));
  EXPECT_TRUE(reader.has_error("metadata"));
  EXPECT_FALSE(reader.has_error("content"));
}

// A password that is chosen is the one that is asked for later.
TEST(FieldReader, KeepsEveryCharacterOfAPassword) {
  const FormFields form{{"password", "a lamp\r\nin every window"}};
  FieldReader reader(form);
  EXPECT_EQ(reader.new_password("password", ""), "a lamp\r\nin every window");
}

TEST(FieldReader, TreatsNullAsAbsent) {
  const auto object = JsonTree::parse(R"({"a":null})");
  FieldReader reader(*object, BodyOf::new_artifact);
  EXPECT_FALSE(reader.text("a", 10, FieldReader::Lines::one));
  EXPECT_FALSE(reader.boolean("a"));
  EXPECT_FALSE(reader.duration("a"));
  EXPECT_FALSE(reader.metadata("a"));
  EXPECT_FALSE(reader.error());
}

TEST(Content, OfMarkdownMustHaveItsTextAsAString) {
  EXPECT_TRUE(templates::check_content(Template::markdown, R"({"text":"x"})"));
  EXPECT_TRUE(templates::check_content(Template::markdown, R"({"anything":1})"));
  EXPECT_TRUE(templates::check_content(Template::markdown, R"({"text":1,"body":"x"})"));
  const auto problem = templates::check_content(Template::markdown, R"({"body":[1]})");
  ASSERT_FALSE(problem);
  EXPECT_EQ(problem.error().code, ErrorCode::invalid_content);
  EXPECT_EQ(problem.error().sentence(), "/content/body must be a string, not an array");
}

TEST(PasswordHash, IsCheckedWithItsOwnParameters) {
  const std::string stored = hash_password("correct horse");
  EXPECT_TRUE(stored.starts_with("$scrypt$ln=15,r=8,p=3$"));
  EXPECT_TRUE(verify_password("correct horse", stored));
  EXPECT_FALSE(verify_password("correct horsf", stored));
  EXPECT_FALSE(verify_password("", stored));
  EXPECT_NE(hash_password("correct horse"), stored);
}

TEST(PasswordHash, OfNoPasswordTakesAsLongAsAnother) {
  const std::string stored = hash_of_no_password();
  EXPECT_TRUE(stored.starts_with("$scrypt$ln=15,r=8,p=3$"));
  EXPECT_EQ(stored.size(), hash_password("correct horse").size());
  EXPECT_FALSE(verify_password("correct horse", stored));
  EXPECT_NE(hash_of_no_password(), stored);
}

TEST(PasswordHash, IsScryptAsRfc7914HasIt) {
  // The third test vector of RFC 7914, part 12: N=16384, r=8, p=1, its first 32 bytes.
  const std::string salt = to_base64url(as_bytes("SodiumChloride"));
  EXPECT_TRUE(verify_password("pleaseletmein", "$scrypt$ln=14,r=8,p=1$" + salt +
                                                   "$cCO9yzr9c0hGHAbNgf046_2o-7qQT44-qbVD9lRdofI"));
}

TEST(PasswordHash, RejectsMalformedHashes) {
  for (const std::string_view stored :
       {"", "x", "$scrypt$", "$scrypt$ln=40,r=8,p=1$c2FsdA$aGFzaA", "$scrypt$ln=15,r=8,p=3$c2FsdA",
        "$scrypt$ln=15,r=999999,p=3$c2FsdA$aGFzaA", "$scrypt$ln=15,r=8,p=3$*$*",
        "$scrypt$ln=0,r=8,p=3$c2FsdA$aGFzaA"})
    EXPECT_FALSE(verify_password("x", stored)) << stored;
}

constexpr std::string_view kSettings =
    "# a comment\npublic_base_url = https://share.example.org\ndatabase_url = dbname=x\n"
    "redis_url = unix:///run/redis.sock\nsigning_keys_file = /keys\n";

Result<Configuration> configured(const std::string& more,
                                 const std::map<std::string, std::string>& variables = {}) {
  const auto read_file = [](const std::string& path) -> std::optional<std::string> {
    if (path != "/keys") return std::nullopt;
    return "k1 " + to_base64(sha256("secret")) + "\n";
  };
  return parse_configuration(std::string(kSettings) + more, {variables, read_file});
}

TEST(Configuration, HasDefaults) {
  const auto settings = configured("");
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->public_base_url, "https://share.example.org");
  EXPECT_EQ(settings->threads, 5U);
  EXPECT_EQ(settings->max_body_bytes, 10U * 1024 * 1024);
  EXPECT_EQ(settings->largest_body_bytes(), 32U * 1024 * 1024);
  EXPECT_EQ(settings->frame_ancestors, "'none'");
  EXPECT_EQ(settings->signing_keys.current().id, "k1");
}

TEST(Configuration, PrefersTheEnvironmentToTheFile) {
  const auto settings = configured("threads = 2\n", {{"ARTIFACT_SHARE_THREADS", "8"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->threads, 8U);
}

TEST(Configuration, RefusesVariablesThatAreNoSetting) {
  const auto message = [](const std::string& variable) {
    const auto settings = configured("", {{variable, "8"}});
    return settings ? "" : settings.error().message;
  };
  EXPECT_EQ(message("ARTIFACT_SHARE_THREDS"),
            "configuration: unknown setting ARTIFACT_SHARE_THREDS in the environment; did you mean "
            "ARTIFACT_SHARE_THREADS?");
  EXPECT_EQ(message("ARTIFACT_SHARE_threads"),
            "configuration: unknown setting ARTIFACT_SHARE_threads in the environment; did you "
            "mean ARTIFACT_SHARE_THREADS?");
  EXPECT_EQ(message("ARTIFACT_SHARE_MAX_LINKS_PER_ARTIFACTS"),
            "configuration: unknown setting ARTIFACT_SHARE_MAX_LINKS_PER_ARTIFACTS in the "
            "environment; did you mean ARTIFACT_SHARE_MAX_LINKS_PER_ARTIFACT?");
  EXPECT_EQ(message("ARTIFACT_SHARE_COLOUR"),
            "configuration: unknown setting ARTIFACT_SHARE_COLOUR in the environment");
}

TEST(Configuration, IgnoresVariablesOfOtherPrograms) {
  EXPECT_TRUE(configured("", {{"ARTIFACT_SHARE_URL", "https://share.example.org"},
                              {"ARTIFACT_SHARE_KEY", "artk_x"},
                              {"ARTIFACT_SHARE_CA_CERT", "/ca.pem"},
                              {"THREADS", "x"},
                              {"ARTIFACTS", "x"}}));
}

TEST(Configuration, DisablesSignUpByDefault) {
  EXPECT_FALSE(configured("")->sign_up);
  EXPECT_FALSE(configured("sign_up = off\n")->sign_up);
  EXPECT_TRUE(configured("sign_up = on\n")->sign_up);
  EXPECT_FALSE(configured("sign_up = on\n", {{"ARTIFACT_SHARE_SIGN_UP", "off"}})->sign_up);
}

TEST(Configuration, HasTheAddressAsBrowsersWriteIt) {
  const auto settings =
      configured("", {{"ARTIFACT_SHARE_PUBLIC_BASE_URL", "https://share.example.org:443"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->public_base_url, "https://share.example.org");
}

TEST(Configuration, HasTheHostInSmallLettersAsBrowsersWriteIt) {
  const auto settings =
      configured("", {{"ARTIFACT_SHARE_PUBLIC_BASE_URL", "https://Share.EXAMPLE.org:8443"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->public_base_url, "https://share.example.org:8443");
}

TEST(Configuration, ChecksThePortOfThePublicAddress) {
  const auto with = [](const std::string& url) {
    return static_cast<bool>(configured("", {{"ARTIFACT_SHARE_PUBLIC_BASE_URL", url}}));
  };
  for (const char* const right : {"https://a.example:8443", "https://[::1]", "https://[::1]:8443"})
    EXPECT_TRUE(with(right)) << right;
  for (const char* const wrong :
       {"https://", "https://:443", "https://a:", "https://a:0", "https://a:99999", "https://a:b",
        "https://a:1:2", "https://[::1", "https://[]", "https://[::1]8443", "https://a/b"})
    EXPECT_FALSE(with(wrong)) << wrong;
}

TEST(Configuration, HasOriginsAsBrowsersSendThem) {
  const auto settings = configured(
      "cors_origins = https://App.Example.org:443 http://localhost:80 https://a.example:8443\n");
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->cors_origins,
            (std::vector<std::string>{"https://app.example.org", "http://localhost",
                                      "https://a.example:8443"}));
}

TEST(Configuration, MayBeginWithAByteOrderMark) {
  const auto none = [](const std::string&) { return std::optional<std::string>(); };
  const auto settings = parse_configuration("\xef\xbb\xbf" + std::string(kSettings), {{}, none});
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().message, "configuration: signing_keys_file: cannot read /keys");
}

TEST(Configuration, TakesFoldersByTheirWholePath) {
  for (const std::string name :
       {"database_folder", "pdf_cache_folder", "metrics_folder", "backup_folder"}) {
    EXPECT_TRUE(configured(name + " = /srv/x\n")) << name;
    EXPECT_TRUE(configured(name + " =\n")) << name;
    const auto relative = configured(name + " = srv/x\n");
    ASSERT_FALSE(relative) << name;
    EXPECT_EQ(relative.error().message,
              "configuration: " + name + " must be an absolute path, not \"srv/x\"");
  }
}

TEST(Configuration, LimitsStorageByPlan) {
  const auto by_default = configured("");
  EXPECT_EQ(by_default->storage_limits.free.bytes, 1073741824);
  EXPECT_EQ(by_default->storage_limits.free.artifacts, 10000);
  EXPECT_EQ(by_default->storage_limits.enterprise.bytes, kUnlimited);
  EXPECT_EQ(by_default->max_database_bytes, kUnlimited);
  const auto settings = configured(
      "plan_free = max_bytes 5, max_artifacts 6\nplan_pro = max_bytes unlimited\n"
      "plan_enterprise = max_artifacts 7,never_expiring_links off\nmax_links_per_artifact = "
      "8\nmax_database_bytes = 9\n");
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->storage_limits.of(Plan::free).bytes, 5);
  EXPECT_EQ(settings->storage_limits.of(Plan::free).artifacts, 6);
  EXPECT_EQ(settings->storage_limits.of(Plan::pro).bytes, kUnlimited);
  EXPECT_EQ(settings->storage_limits.of(Plan::enterprise).artifacts, 7);
  EXPECT_EQ(settings->storage_limits.of(Plan::enterprise).versions, 1000);
  EXPECT_FALSE(settings->never_expiring_links.enterprise);
  EXPECT_EQ(settings->max_links_per_artifact, 8);
  EXPECT_EQ(settings->max_database_bytes, 9);
}

TEST(Configuration, ReadsProxiesAndLoggedAddresses) {
  EXPECT_EQ(configured("")->log_level, LogLevel::info);
  const auto settings = configured(
      "trusted_proxies = 10.0.0.2  2001:db8::/32\nlog_level = warning\nlog_sample = 10\n");
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->trusted_proxies, (std::vector<std::string>{"10.0.0.2", "2001:db8::/32"}));
  EXPECT_EQ(settings->log_level, LogLevel::warning);
  EXPECT_EQ(settings->log_sample, 10U);
}

TEST(Configuration, ExplainsErrors) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"thread = 2\n", "line 6: unknown setting thread; did you mean threads?"},
      {"THREADS = 2\n", "unknown setting THREADS; did you mean threads?"},
      {"colour = red\n", "unknown setting colour"},
      {"threads\n", "line 6"},
      {"threads = 0\n", "from 1 to 256"},
      {"threads = two\n", "\"two\""},
      {"threads = 2\nthreads = 3\n", "twice"},
      {"frame_ancestors = 'none'; script-src *\n", "frame_ancestors"},
      {"security_contact = security@example.org\n", "such as mailto:security@example.org"},
      {"security_contact = mailto:a@example.org javascript:x\n", "security_contact must be"},
      {"pdf_seconds = 60\n", "from 1 to 25"},
      {"sign_up = yes\n", "on or off, not \"yes\""},
      {"plan_free = max_bytes 1.5 GB\n",
       "plan_free: max_bytes must be a whole number (or a size such as 10 MB) or unlimited, not "
       "\"1.5 GB\""},
      {"plan_pro = max_artifacts -1\n",
       "plan_pro: max_artifacts must be a whole number or unlimited"},
      {"plan_pro = max_artifact 1\n",
       "plan_pro: unknown setting max_artifact; did you mean max_artifacts?"},
      {"plan_pro = max_bytes\n", "plan_pro: max_bytes must be"},
      {"plan_pro = max_bytes 1, max_bytes 2\n", "plan_pro: max_bytes is set twice"},
      {"max_links_per_artifact = 0\n", "from 1 to"},
      {"listen_port = 65536\n", "from 1 to 65535"},
      {"trusted_proxies = 10.0.0.2 proxy.example.org\n", "\"proxy.example.org\" is neither"},
      {"trusted_proxies = 0.0.0.0/0\n", "trusted_proxies must be"},
      {"oauth_redirect_schemes = cursor javascript\n", "\"javascript\" is not one"},
      {"oauth_redirect_schemes = cursor https\n", "\"https\" is not one"},
      {"oauth_redirect_schemes = Cursor\n", "\"Cursor\" is not one"},
      {"proxy_protocol_port = 8443\n", "requires trusted_proxies"},
      {"proxy_protocol_port = 0\ntrusted_proxies = 10.0.0.2\n", "from 1 to 65535"},
      {"log_level = debug\n", "info, warning or error, not \"debug\""},
      {"remote_images = maybe\n", "on, click or off, not \"maybe\""},
      {"log_sample = 0\n", "from 1 to 1000000"},
      {"log_client_addresses = some\n", "network, full or off, not \"some\""},
      {"redis_password_file = /nowhere\n", "redis_password_file: cannot read /nowhere"},
  };
  for (const auto& [more, part] : cases) {
    const auto settings = configured(more);
    ASSERT_FALSE(settings) << more;
    EXPECT_NE(settings.error().message.find(part), std::string::npos) << settings.error().message;
  }
}

TEST(Configuration, TellsOfTheFirstLineThatIsWrong) {
  const auto message = [](const std::string& more, const std::string& variable = {}) {
    std::map<std::string, std::string> variables{{"ARTIFACT_SHARE_SIGNING_KEYS_FILE", "/nowhere"}};
    if (!variable.empty()) variables[variable] = "x";
    return configured(more, variables).error().message;
  };
  EXPECT_EQ(message("pdf_second = 1\nthreads\n"),
            "configuration: line 6: unknown setting pdf_second; did you mean pdf_seconds?");
  EXPECT_EQ(message("threads\npdf_second = 1\n"), "configuration: line 6: expected `name = value`");
  EXPECT_EQ(message("threads = 1\nthreads = 0\ncolour = red\n"),
            "configuration: line 7: threads is set twice");
  EXPECT_EQ(message("colour = red\n", "ARTIFACT_SHARE_COLOUR"),
            "configuration: line 6: unknown setting colour");
  EXPECT_EQ(message("threads = 0\n", "ARTIFACT_SHARE_COLOUR"),
            "configuration: unknown setting ARTIFACT_SHARE_COLOUR in the environment");
  EXPECT_EQ(message("threads = 0\n"), "configuration: signing_keys_file: cannot read /nowhere");
}

TEST(Configuration, RefusesAddressesAndKeysThatCannotBe) {
  for (const std::string url :
       {"http://share.example.org", "https://", "https://x/", "https://x/api", "share.example.org"})
    EXPECT_FALSE(configured("", {{"ARTIFACT_SHARE_PUBLIC_BASE_URL", url}})) << url;
  EXPECT_FALSE(configured("", {{"ARTIFACT_SHARE_SIGNING_KEYS_FILE", "/nowhere"}}));
  EXPECT_FALSE(configured("", {{"ARTIFACT_SHARE_DATABASE_URL", ""}}));
}

}  // namespace
}  // namespace core
