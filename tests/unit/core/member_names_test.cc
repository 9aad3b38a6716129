#include "core/member_names.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/json.h"

namespace core {
namespace {

MemberNameProblems check(const std::string& body, BodyOf call) {
  const auto tree = JsonTree::parse(body);
  std::vector<std::string> names;
  for (const JsonValue& member : tree->root()) names.push_back(member.name());
  return check_member_names(names, call);
}

MemberNameProblems check_name(const std::string& name, BodyOf call) {
  return check("{\"" + name + "\":\"x\"}", call);
}

std::string sentence_about(const std::string& name, BodyOf call) {
  const auto problems = check_name(name, call);
  return problems.errors.empty() ? "" : problems.errors.front().sentence();
}

TEST(MemberNames, TakesWhatTheCallTakes) {
  const auto artifact =
      check(R"({"template":1,"title":1,"content":1,"expiresIn":1})", BodyOf::new_artifact);
  EXPECT_TRUE(artifact.errors.empty());
  EXPECT_TRUE(artifact.warnings.empty());
  for (const char* name :
       {"name", "password", "maxViews", "allowDownload", "remoteImages", "expiresIn"}) {
    EXPECT_EQ(sentence_about(name, BodyOf::new_link), "") << name;
    EXPECT_EQ(sentence_about(name, BodyOf::link_change), "") << name;
  }
  for (const char* name : {"password", "maxViews", "allowDownload", "share", "expiresIn"})
    EXPECT_EQ(sentence_about(name, BodyOf::new_artifact_and_link), "") << name;
}

TEST(MemberNames, KnowsTheNamesOfAnUploadOnlyThere) {
  for (const char* name : {"artifactId", "filename", "mediaType", "share", "title"})
    EXPECT_EQ(sentence_about(name, BodyOf::upload), "") << name;
  EXPECT_EQ(sentence_about("media_type", BodyOf::upload),
            R"(media_type is not a field of this request; did you mean "mediaType"?)");
  EXPECT_EQ(sentence_about("password", BodyOf::upload),
            R"(password is a field of share: write "share": {"password": …})");
  EXPECT_NE(sentence_about("content", BodyOf::upload).find("is the file"), std::string::npos);
  // A link of the list of all links has it, and may be sent back.
  EXPECT_EQ(check_name("artifactId", BodyOf::link_change).warnings.size(), 1U);
  EXPECT_EQ(sentence_about("artifactId", BodyOf::link_change), "");
  EXPECT_EQ(sentence_about("file_name", BodyOf::new_artifact), "");
}

TEST(MemberNames, SaysTheRightNameOfAMisspelling) {
  EXPECT_EQ(sentence_about("pasword", BodyOf::new_link),
            R"(pasword is not a field of this request; did you mean "password"?)");
  for (const char* name : {"expires_in", "Expires-In", "expirein", "expires", "expiresAt",
                           "expires_at", "expriesIn", "EXPIRESIN"}) {
    EXPECT_NE(sentence_about(name, BodyOf::new_artifact).find("did you mean \"expiresIn\"?"),
              std::string::npos)
        << name;
  }
  for (const char* name : {"titl", "titel", "tittle", "Title", "t_i_t_l_e", "titke", "itle"})
    EXPECT_NE(sentence_about(name, BodyOf::artifact_change).find("\"title\""), std::string::npos)
        << name;
  for (const char* name : {"contnt", "contemt", "contents", "conten"})
    EXPECT_NE(sentence_about(name, BodyOf::artifact_change).find("\"content\""), std::string::npos)
        << name;
}

TEST(MemberNames, SaysTheRightNameOfEachFieldOfALink) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
      {"password", {"PASSWORD", "passwrod", "assword", "passwd", "private"}},
      {"maxViews", {"max_views", "maxview", "burn_after_reading"}},
      {"allowDownload", {"allow_download", "AllowDownload", "allowDownloads"}},
      {"expiresIn", {"expires-in", "expiry", "expirationDate"}},
      {"description", {"desciption"}},
      {"metadata", {"metdata", "meta_data"}}};
  for (const auto& [right, names] : cases)
    for (const std::string& wrong : names)
      EXPECT_NE(sentence_about(wrong, BodyOf::new_artifact_and_link).find('"' + right + '"'),
                std::string::npos)
          << wrong;
}

TEST(MemberNames, SaysWhichCallTakesAField) {
  for (const BodyOf call : {BodyOf::new_artifact, BodyOf::artifact_change, BodyOf::upsert})
    EXPECT_EQ(sentence_about("password", call),
              R"(password is a field of share: write "share": {"password": …})");
  EXPECT_EQ(
      sentence_about("password", BodyOf::artifact_edit),
      "password is a field of a share link; send it to POST /artifacts/{artifact_id}/share or "
      "PATCH /artifacts/{artifact_id}/shares/{share_id}");
  EXPECT_EQ(sentence_about("title", BodyOf::new_link),
            "title is a field of an artifact; send it to POST /artifacts or PUT "
            "/artifacts/{artifact_id}");
  const std::string both = sentence_about("pasword", BodyOf::new_artifact);
  EXPECT_TRUE(
      both.starts_with("pasword is not a field of this request; did you mean \"password\"?"));
  EXPECT_NE(both.find("\"password\" is a field of share"), std::string::npos);
  for (const char* name : {"title", "expiresIn", "password"})
    EXPECT_NE(sentence_about(name, BodyOf::restoration), "") << name;
}

TEST(MemberNames, SaysWhatToWriteForOptionsThatCouldBeMeantForTheArtifact) {
  for (const BodyOf call : {BodyOf::new_artifact, BodyOf::new_artifact_and_link}) {
    EXPECT_EQ(
        sentence_about("name", call),
        R"(name is a field of share: write "share": {"name": …}, or "title" for the heading of )"
        "the page");
    EXPECT_EQ(sentence_about("version", call),
              R"(version is a field of share: write "share": {"version": …})");
  }
  // A response may be sent back.
  for (const BodyOf call : {BodyOf::upsert, BodyOf::artifact_edit})
    EXPECT_EQ(sentence_about("version", call), "");
}

TEST(MemberNames, SaysWhatASmallChangeTakes) {
  for (const char* name : {"edits", "append", "set"})
    EXPECT_EQ(sentence_about(name, BodyOf::artifact_edit), "") << name;
  EXPECT_EQ(sentence_about("edit", BodyOf::artifact_edit),
            R"(edit is not a field of this request; did you mean "edits"?)");
  EXPECT_EQ(sentence_about("content", BodyOf::artifact_edit),
            "content is a field of an artifact; send it to POST /artifacts or PUT "
            "/artifacts/{artifact_id}");
  EXPECT_EQ(sentence_about("append", BodyOf::artifact_change),
            "append is a field of PATCH /artifacts/{artifact_id}");
  // One letter away from "set", and something else.
  EXPECT_EQ(sentence_about("seo", BodyOf::new_artifact), "");
}

TEST(MemberNames, KnowsWhatOtherServicesCallTheFieldsThatProtectALink) {
  for (const char* name : {"pwd", "passPhrase", "ttl", "burn_after_reading"}) {
    EXPECT_NE(sentence_about(name, BodyOf::new_link), "") << name;
    EXPECT_NE(sentence_about(name, BodyOf::upsert), "") << name;
    EXPECT_EQ(sentence_about(name, BodyOf::restoration), "") << name;
  }
  EXPECT_NE(sentence_about("ttl", BodyOf::new_artifact), "");
  EXPECT_NE(sentence_about("pwd", BodyOf::new_artifact), "");
}

TEST(MemberNames, WarnsOfWhatIsIgnored) {
  for (const char* name :
       {"tag", "tags", "passport", "temple", "minViews", "x-own", "", "date", "é"}) {
    const auto problems = check_name(name, BodyOf::new_artifact);
    EXPECT_TRUE(problems.errors.empty()) << name;
    ASSERT_EQ(problems.warnings.size(), 1U) << name;
    EXPECT_EQ(problems.warnings[0].code, WarningCode::unknown_field);
    EXPECT_EQ(problems.warnings[0].field, "/" + std::string(name));
    EXPECT_EQ(problems.warnings[0].message,
              std::string(name) + " is not a field of this request and was ignored");
  }
  EXPECT_EQ(check_name("a/b~c", BodyOf::new_link).warnings.at(0).field, "/a~1b~0c");
}

TEST(MemberNames, WarnsOfWhatOnlyTheServiceSets) {
  for (const char* name : {"id", "createdAt", "expiresAt", "viewCount", "url"}) {
    const auto problems = check_name(name, BodyOf::link_change);
    EXPECT_TRUE(problems.errors.empty()) << name;
    EXPECT_EQ(problems.warnings.at(0).code, WarningCode::read_only_field) << name;
  }
  EXPECT_EQ(check_name("expiresAt", BodyOf::artifact_change).warnings.at(0).message,
            "expiresAt is set by the service and was ignored");
  EXPECT_FALSE(check_name("expires_at", BodyOf::artifact_change).errors.empty());
}

TEST(MemberNames, NamesAFewOfMany) {
  std::string body = "{";
  for (int i = 0; i < 100; ++i) body += "\"own" + std::to_string(i) + "\":1,";
  const auto problems = check(body + "\"title\":\"x\"}", BodyOf::new_artifact);
  ASSERT_EQ(problems.warnings.size(), 21U);
  EXPECT_EQ(problems.warnings.back().message, "80 more fields were ignored");
  EXPECT_EQ(problems.warnings.back().field, "");

  const auto large =
      check_name(std::string(63, 'x') + "éé" + std::string(1000000, 'x'), BodyOf::new_artifact);
  EXPECT_EQ(large.warnings.at(0).message,
            std::string(63, 'x') + "… is not a field of this request and was ignored");
  EXPECT_EQ(large.warnings.at(0).field, "");
  EXPECT_TRUE(check_name("password" + std::string(1000, '_'), BodyOf::new_link).errors.empty());
}

}  // namespace
}  // namespace core
