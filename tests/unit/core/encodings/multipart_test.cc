#include <gtest/gtest.h>

#include "core/text/form.h"

namespace core {
namespace {

std::string problem_with(const std::string& body, std::string_view boundary = "b") {
  const auto parts = parse_multipart(body, boundary);
  return parts ? "" : parts.error().message;
}

std::string part(const std::string& headers, const std::string& content) {
  return "--b\r\n" + headers + "\r\n\r\n" + content + "\r\n";
}

std::string field(const std::string& name, const std::string& content) {
  return part("Content-Disposition: form-data; name=\"" + name + "\"", content);
}

TEST(Multipart, HasItsPartsInOrder) {
  const std::string body = field("title", "Report") +
                           part(
                               "content-disposition: FORM-DATA; name=file; filename=\"a.pdf\"\r\n"
                               "Content-Type: application/pdf; x=y",
                               "%PDF-\r\n--\r\n\r\n--c") +
                           "--b--\r\nepilogue";
  // The content of a part may contain anything but a line that begins with the boundary.
  EXPECT_EQ(problem_with(body), "");
  const auto parts = parse_multipart(body, "b");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 2U);
  EXPECT_EQ((*parts)[0].name, "title");
  EXPECT_FALSE((*parts)[0].filename);
  EXPECT_EQ((*parts)[0].content, "Report");
  EXPECT_EQ((*parts)[1].name, "file");
  EXPECT_EQ((*parts)[1].filename, "a.pdf");
  EXPECT_EQ((*parts)[1].content_type, "application/pdf; x=y");
  EXPECT_EQ((*parts)[1].content, "%PDF-\r\n--\r\n\r\n--c");
}

TEST(Multipart, SkipsAPreambleAndSpaceBehindABoundary) {
  const std::string body =
      "preamble\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--";
  const auto parts = parse_multipart(body, "b");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 1U);
  EXPECT_EQ(parts->front().content, "1");
}

TEST(Multipart, KeepsEmptyPartsAndLineEnds) {
  const std::string body = field("a", "") + field("b", "\r\n") +
                           "--b\r\nContent-Disposition: form-data; name=c\r\n\r\n--b--";
  const auto parts = parse_multipart(body, "b");
  ASSERT_TRUE(parts) << problem_with(body);
  ASSERT_EQ(parts->size(), 3U);
  EXPECT_EQ((*parts)[0].content, "");
  EXPECT_EQ((*parts)[1].content, "\r\n");
  EXPECT_EQ((*parts)[2].content, "");
}

TEST(Multipart, MayHaveNoParts) {
  const std::string body = "--b--\r\n";
  const auto parts = parse_multipart(body, "b");
  ASSERT_TRUE(parts);
  EXPECT_TRUE(parts->empty());
}

std::optional<std::string> filename_in(const std::string& parameters) {
  const std::string body =
      part("Content-Disposition: form-data; name=file; " + parameters, "") + "--b--";
  const auto parts = parse_multipart(body, "b");
  return parts && parts->size() == 1 ? parts->front().filename : std::nullopt;
}

TEST(Multipart, ReadsNamesAsProgramsWriteThem) {
  EXPECT_EQ(filename_in(R"(filename="a \"b\".pdf")"), "a \"b\".pdf");
  EXPECT_EQ(filename_in(R"(filename="a %22b%22 100%.pdf")"), "a \"b\" 100%.pdf");
  EXPECT_EQ(filename_in(R"(filename="C:\Users\me\a.pdf")"), "a.pdf");
  EXPECT_EQ(filename_in(R"(filename="../../etc/passwd")"), "passwd");
  EXPECT_EQ(filename_in(R"(filename="Übersicht;1.pdf")"), "Übersicht;1.pdf");
  EXPECT_EQ(filename_in("filename*=UTF-8''%C3%9C.pdf"), "Ü.pdf");
  EXPECT_EQ(filename_in("filename=x.pdf; filename*=utf-8'de'a%20b.pdf"), "a b.pdf");
  EXPECT_EQ(filename_in(R"(filename="")"), "");
}

TEST(Multipart, RefusesWhatIsMalformed) {
  EXPECT_NE(problem_with("", "b"), "");
  EXPECT_NE(problem_with("no boundary at all"), "");
  EXPECT_NE(problem_with("--b"), "");
  EXPECT_NE(problem_with("--b\r\n"), "");
  EXPECT_NE(problem_with("--bx\r\n\r\n\r\n--b--"), "");
  EXPECT_NE(problem_with(field("a", "1")), "");  // not closed
  EXPECT_NE(problem_with("--b\nContent-Disposition: form-data; name=a\n\n1\n--b--"), "");
  EXPECT_NE(problem_with(part("", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Type: text/plain", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: attachment; name=a", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data; name=\"\"", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data; name=\"a", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data; name=\"\xff\"", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("no colon", "1") + "--b--"), "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data; name=a\r\n"
                              "Content-Disposition: form-data; name=b",
                              "1") +
                         "--b--"),
            "");
  EXPECT_NE(problem_with(part("Content-Disposition: form-data; name=a\r\n"
                              "Content-Transfer-Encoding: base64",
                              "MQ==") +
                         "--b--"),
            "");
}

TEST(Multipart, NeedsABoundary) {
  for (const std::string& boundary :
       {std::string(), std::string(71, 'b'), std::string("a\rb"), std::string("b ")})
    EXPECT_NE(problem_with("--" + boundary + "--", boundary), "") << boundary;
}

TEST(Multipart, BoundsPartsAndHeaders) {
  std::string most;
  for (std::size_t i = 0; i < kMaximumParts; ++i) most += field("a", "");
  EXPECT_EQ(problem_with(most + "--b--"), "");
  EXPECT_NE(problem_with(most + field("a", "") + "--b--"), "");
  const std::string long_header = "X: " + std::string(kMaximumHeaderBytes, 'x');
  EXPECT_NE(
      problem_with(part("Content-Disposition: form-data; name=a\r\n" + long_header, "") + "--b--"),
      "");
}

}  // namespace
}  // namespace core
