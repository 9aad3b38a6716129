// Every construct of a request takes linear time: its headers and query, bodies in JSON, files and
// forms of the API, messages to the MCP server, and what apps say of themselves.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "../gzip.h"
#include "app/artifact_input.h"
#include "core/artifact.h"
#include "core/fields.h"
#include "core/oauth_client.h"
#include "core/text/csv.h"
#include "core/text/form.h"
#include "core/text/words.h"
#include "fcgi/request.h"
#include "growth.h"
#include "handlers/api/artifact_body.h"
#include "handlers/artifact_filter.h"
#include "handlers/mcp/protocol.h"
#include "handlers/representation.h"
#include "handlers/request.h"

namespace tests {
namespace {

class RequestGrowth : public testing::TestWithParam<Growth> {};

TEST_P(RequestGrowth, TakesLinearTime) { expect_linear_time(GetParam()); }

std::string parameter_name(const testing::TestParamInfo<Growth>& info) {
  return name_of(info.param);
}

std::vector<Growth> each(const std::vector<Construct>& constructs, const std::vector<Work>& works) {
  std::vector<Growth> all;
  for (const Construct& construct : constructs) all.push_back({construct, works});
  return all;
}

class Body : public fcgi::BodySource {
 public:
  explicit Body(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, rest_.size());
    std::copy_n(rest_.begin(), count, buffer);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
};

// A request with this header, whose body is of this type.
template <typename Read>
void with_request(const std::string& header, std::string_view type, std::string_view text,
                  const Read& read) {
  const std::string content_type = "CONTENT_TYPE=" + std::string(type);
  const std::string length = "CONTENT_LENGTH=" + std::to_string(text.size());
  const std::array parameters{"REQUEST_METHOD=POST", content_type.c_str(), length.c_str(),
                              header.c_str(), static_cast<const char*>(nullptr)};
  Body body(text);
  fcgi::Request request(parameters.data(), body, core::RequestId::generate({}));
  EXPECT_FALSE(request.read_body(text.size() + 1));
  read(request);
}

// Reads the request to create an artifact, as far as that needs no database.
Work created(std::string_view type) {
  return {"read to create an artifact", [type](const std::string& text) {
            with_request("", type, text, [](const fcgi::Request& request) {
              constexpr core::BodyOf kCall = core::BodyOf::new_artifact_and_link;
              const auto body = handlers::artifact_body_of(request, kCall);
              if (!body) return;
              core::FieldReader reader = body->fields(kCall);
              static_cast<void>(app::read_new_artifact(reader, body->file));
            });
          }};
}

// Reads a compressed body, and stops where it is larger than the service takes.
const Work kCompressed{
    "read as a compressed body", [](const std::string& text) {
      const std::array parameters{"HTTP_CONTENT_ENCODING=gzip", static_cast<const char*>(nullptr)};
      Body body(text);
      fcgi::Request request(parameters.data(), body, core::RequestId::generate({}));
      static_cast<void>(request.read_body(std::size_t{64} << 20));
    }};

const Work kFilter{"read as a filter", [](const std::string& text) {
                     const auto tree = core::JsonTree::parse_object(text);
                     if (tree) static_cast<void>(handlers::filter_in(tree->root(), "filter"));
                   }};
const Work kMetadata{"read as metadata", [](const std::string& text) {
                       const auto tree = core::JsonTree::parse(text);
                       if (!tree) return;
                       static_cast<void>(core::check_metadata("metadata", *tree));
                       static_cast<void>(core::merge_metadata("{}", *tree));
                       static_cast<void>(core::merge_metadata(text, {}));
                     }};
const Work kClient{"read as an app", [](const std::string& text) {
                     static_cast<void>(core::parse_client_metadata(text, {"cursor"}));
                   }};
const Work kMessage{
    "read as a message to the MCP server", [](const std::string& text) {
      handlers::mcp::read_message(text);
      handlers::mcp::read_message(R"({"jsonrpc":"2.0","id":1,"method":"a","params":)" + text + "}");
    }};

const std::vector<Construct> kObjects{
    many("members", R"({"a":"b")", R"(,"a{i}":"b")", "}"),
    many("members that look misspelt", R"({"a":"b")", R"(,"titl{i}":"b")", "}"),
    many("members of the same name", R"({"a":1)", R"(,"a":1)", "}"),
    many("members of known names", R"({"title":"a")", R"(,"title":"a")", "}"),
    many("members that are objects", R"({"a":{})", R"(,"a{i}":{"b":{}})", "}"),
    many("members of metadata", R"({"metadata":{"a":"b")", R"(,"a{i}":"b")", "}}"),
    many("metadata", R"({"metadata":{"a":")", "b", R"("}})"),
    many("a long title", R"({"title":")", "a ", R"("})"),
    many("a title that nobody sees", R"({"title":")", "\u202e", R"("})"),
    many("a long description", R"({"description":")", "a ", R"("})"),
    many("a long expiry", R"({"expiresIn":")", "1d", R"("})"),
    many("an expiry of many digits", R"({"expiresIn":)", "1", "}"),
    many("a long external ID", R"({"externalId":")", "a/", R"("})"),
    many("a long template", R"({"template":")", "a", R"("})"),
    many("lists of members", R"({"content":[1)", ",1", "]}"),
    many("redirect addresses", R"({"redirect_uris":["cursor://a")", R"(,"https://a{i}.example/")",
         "]}"),
    many("a long redirect address", R"({"redirect_uris":["https://a.example/)", "../", R"("]})"),
    many("white space between members", R"({"a":1)", " \n", "}"),
    pairs("lists within lists", R"({"a":)", "[", "1", "]", "}"),
};

constexpr std::string_view kForm = "multipart/form-data; boundary=x";
constexpr std::string_view kFile =
    "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n\r\n";

const std::vector<Construct> kForms{
    many("parts", "", "--x\r\ncontent-disposition: form-data; name=\"a{i}\"\r\n\r\nb\r\n",
         std::string(kFile) + "a\r\n--x--\r\n"),
    many("headers of a part", "--x\r\n", "a{i}: b\r\n", kFile.substr(5)),
    many("a long header of a part", "--x\r\na: ", "b", "\r\n" + std::string(kFile.substr(5))),
    many("parameters of a part", "--x\r\ncontent-disposition: form-data", "; a{i}=b", "\r\n\r\n"),
    many("a name in quotation marks", "--x\r\ncontent-disposition: form-data; name=\"", "\\\"",
         "\"\r\n\r\nb\r\n--x--\r\n"),
    many("beginnings of boundaries", kFile, "\r\n--", "\r\n--x--\r\n"),
    many("boundaries that go on", kFile, "\r\n--xy", "\r\n--x--\r\n"),
    many("line breaks in a file", kFile, "\r\n", "\r\n--x--\r\n"),
    many("a file without an end", kFile, "a\r", ""),
    many("text before the parts", "", "a\r\n-", std::string(kFile) + "a\r\n--x--\r\n"),
    many("a long field", "--x\r\ncontent-disposition: form-data; name=\"title\"\r\n\r\n", "a ",
         "\r\n--x--\r\n"),
};

const std::vector<Construct> kFiles{
    many("a file of Markdown", "# a\n\nb *c* d\n\n"), many("a file of CSV", "a,b\n", "1,2\n", ""),
    many("a file of HTML", "<p>", "a <b>b</b> ", ""), many("a file of other bytes", "\xff"),
    many("a file of byte order marks", "\ufeff"),
};

const std::vector<Construct> kCompressedFiles{
    many("members of gzip", gzip("a")),
    many("members of gzip that are empty", gzip("")),
    many("compressed zeros", gzip("a"), std::string(1, '\0'), ""),
    {"a compressed file", [](std::size_t bytes) { return gzip(std::string(20 * bytes, 'a')); }},
};

const std::vector<Construct> kHeaders{
    many("media types", "text/html;q=0.{i%9}, "),
    many("media types with parameters", "text/a{i}; a=b; q=1, "),
    many("parameters", "text/html", ";a{i}=b", ""),
    many("quoted parameters", "text/html;a=\"", "\\\"", "\""),
    many("commas", ","),
    many("semicolons", ";"),
    many("quotation marks", "\""),
    many("entity tags", "\"a{i}\", "),
    many("weak entity tags", "W/\"a\","),
    many("cookies", "a{i}=b; "),
    many("ranges", "bytes=0-1", ",{i}-{i+1}", ""),
    many("digits", "bytes=0-", "1", ""),
    many("spaces", " "),
    many("letters", "a"),
};

Work in_header(std::string name) {
  return {name, [name](const std::string& text) {
            with_request(name + "=" + text, text, "", [](const fcgi::Request& request) {
              request.cookie("session");
              static_cast<void>(handlers::preconditions(request));
              handlers::if_none_match(request);
              handlers::wanted_forms(request);
              handlers::wants_page(request);
              handlers::opens_page(request);
            });
          }};
}

const std::vector<Construct> kQueries{
    many("fields", "a=b", "&a{i}=b", ""),
    many("fields of the same name", "a=b", "&a=b", ""),
    many("metadata", "metadata.a=b", "&metadata.a{i}=b", ""),
    many("a long text", "text=", "a+", ""),
    many("a long title", "q=", "%20", ""),
    many("ampersands", "&"),
    many("equals signs", "="),
    many("percent signs", "%"),
    many("a long time", "createdAfter=", "2026-01-01T", ""),
};

const Work kQuery{"read as a query", [](const std::string& text) {
                    with_request("REQUEST_URI=/api/artifacts?" + text, "", "",
                                 [](const fcgi::Request& request) {
                                   static_cast<void>(request.query_problem());
                                   static_cast<void>(handlers::filter_in(request));
                                   handlers::wanted_forms(request);
                                   core::words_to_find(request.query("text").value_or(""));
                                 });
                  }};

INSTANTIATE_TEST_SUITE_P(Objects, RequestGrowth,
                         testing::ValuesIn(each(kObjects, {created("application/json"), kFilter,
                                                           kMetadata, kClient, kMessage})),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Forms, RequestGrowth, testing::ValuesIn(each(kForms, {created(kForm)})),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Files, RequestGrowth,
                         testing::ValuesIn(each(kFiles, {created("text/markdown"),
                                                         created("text/csv"), created("text/html"),
                                                         created("application/pdf")})),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(CompressedFiles, RequestGrowth,
                         testing::ValuesIn(each(kCompressedFiles, {kCompressed})), parameter_name);
INSTANTIATE_TEST_SUITE_P(Headers, RequestGrowth,
                         testing::ValuesIn(each(kHeaders,
                                                {in_header("HTTP_ACCEPT"), in_header("HTTP_COOKIE"),
                                                 in_header("HTTP_IF_MATCH"),
                                                 in_header("HTTP_IF_NONE_MATCH")})),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Queries, RequestGrowth, testing::ValuesIn(each(kQueries, {kQuery})),
                         parameter_name);

}  // namespace
}  // namespace tests
