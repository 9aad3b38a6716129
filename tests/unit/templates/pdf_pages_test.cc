#include "templates/pdf/pdf_pages.h"

#include <array>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "core/cpu_limit.h"

namespace templates {
namespace {

std::string object(int number, const std::string& body) {
  return std::to_string(number) + " 0 obj\n" + body + "\nendobj\n";
}

std::string catalog(int number, int pages) {
  return object(number, "<< /Type /Catalog /Pages " + std::to_string(pages) + " 0 R >>");
}

std::string tree(int number, int pages, const std::string& more = "") {
  return object(number,
                "<< /Type /Pages /Kids [4 0 R] /Count " + std::to_string(pages) + more + " >>");
}

std::string trailer(int root, const std::string& more = "") {
  return "xref\n0 1\ntrailer\n<< /Size 9 /Root " + std::to_string(root) + " 0 R" + more +
         " >>\nstartxref\n9\n%%EOF\n";
}

const std::string kStart = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";

std::string packed(const std::string& text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string result(size, '\0');
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  compress(reinterpret_cast<Bytef*>(result.data()), &size,
           // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
           reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
  result.resize(size);
  return result;
}

std::string stream(int number, const std::string& entries, const std::string& data) {
  return object(number, "<< " + entries + " /Length " + std::to_string(data.size()) +
                            " >>\nstream\r\n" + data + "\nendstream");
}

// Objects in a stream.
std::string packed_objects(int number, const std::vector<std::pair<int, std::string>>& objects,
                           const std::string& more = "") {
  std::string head;
  std::string body;
  for (const auto& [one, text] : objects) {
    head += std::to_string(one) + ' ' + std::to_string(body.size()) + ' ';
    body += text + ' ';
  }
  return stream(number,
                "/Type /ObjStm /N " + std::to_string(objects.size()) + " /First " +
                    std::to_string(head.size()) + " /Filter /FlateDecode" + more,
                packed(head + body));
}

TEST(PdfPages, AreThoseOfTheRootOfThePageTree) {
  EXPECT_EQ(count_pdf_pages(kStart + catalog(1, 2) + tree(2, 7) + tree(3, 5, " /Parent 2 0 R") +
                            trailer(1)),
            7);
}

TEST(PdfPages, AreFoundWhateverTheWayOfWriting) {
  EXPECT_EQ(
      count_pdf_pages(
          kStart +
          "1 0 obj<</Pages 2 0 R/Names<</A[(a \\) >> (b))<3e3e>]>>/Type/Catalog>>endobj "
          "2\r0\r\nobj % a comment >>\r<</Count 3/Type/Pages/Kids[4 0 R 5 0 R 6 0 R]>>endobj\n"
          "trailer<</Root 1 0 R>>"),
      3);
}

TEST(PdfPages, AreThoseOfTheLastChange) {
  const std::string first = kStart + catalog(1, 2) + tree(2, 7) + trailer(1);
  EXPECT_EQ(count_pdf_pages(first + tree(2, 8) + trailer(1)), 8);
  EXPECT_EQ(count_pdf_pages(first + catalog(5, 6) + tree(6, 9) + trailer(5)), 9);
  EXPECT_EQ(count_pdf_pages(first + packed_objects(8, {{2, "<< /Type /Pages /Count 4 >>"}})), 4);
}

TEST(PdfPages, AreReadFromStreamsOfObjects) {
  const std::string objects = packed_objects(8, {{1, "<< /Type /Catalog /Pages 2 0 R >>"},
                                                 {2, "<< /Type /Pages /Kids [4 0 R] /Count 11 >>"},
                                                 {4, "<< /Type /Page >>"},
                                                 {5, "[ 1 2 ]"}});
  EXPECT_EQ(count_pdf_pages(kStart + objects + stream(9, "/Type /XRef /Root 1 0 R", "....")), 11);
}

TEST(PdfPages, AreNotReadFromOtherStreams) {
  const std::string other = kStart + catalog(1, 2) + tree(2, 99) + trailer(1);
  for (const std::string& entries : {std::string("/Type /EmbeddedFile"), std::string()}) {
    EXPECT_EQ(count_pdf_pages(kStart + catalog(1, 2) + tree(2, 7) + stream(3, entries, other) +
                              trailer(1)),
              7);
  }
}

TEST(PdfPages, AreNotKnownOfWhatCannotBeRead) {
  const std::string objects = packed_objects(8, {{2, "<< /Type /Pages /Count 4 >>"}});
  std::string damaged = objects;
  damaged[objects.find("stream\r\n") + 12] ^= 0x55;
  const std::string before = kStart + catalog(1, 2) + tree(2, 7) + trailer(1);
  for (const std::string& file : {
           std::string(),
           std::string("%PDF-1.4\n"),
           kStart + catalog(1, 2) + tree(2, 7),  // without a trailer
           kStart + catalog(1, 2) + trailer(1),  // without its pages
           kStart + tree(2, 7) + trailer(1),     // without its catalogue
           kStart + object(1, "<< /Type /Catalog /Pages 2 0 R") + tree(2, 7) + trailer(1),
           kStart + catalog(1, 2) + object(2, "<< /Type /Pages /Count 3 0 R >>") + trailer(1),
           kStart + catalog(1, 2) + object(2, "<< /Type /Pages /Count -1 >>") + trailer(1),
           kStart + catalog(1, 2) + object(2, "<< /Type /Pages /Count 99999999999 >>") + trailer(1),
           // They may have replaced what came before.
           before + damaged,
           before + packed_objects(8, {{2, "<< /Type /Pages /Count 4 >>"}}, " /DecodeParms << >>"),
       }) {
    EXPECT_EQ(count_pdf_pages(file), std::nullopt) << file;
  }
}

// Takes minutes if the white space is read for each of the streams whose lengths lead to it.
TEST(PdfPages, AreCountedInLinearTime) {
  const std::string white(std::size_t{5} << 20, ' ');
  std::string streams;
  for (int i = 0; i < 100'000; ++i) streams += "7 0 obj<</Length 6000000>>stream\nendstream\n";
  const std::string before = kStart + catalog(1, 2) + tree(2, 7) + streams;
  const core::CpuLimit limit(std::chrono::seconds(2));
  EXPECT_EQ(count_pdf_pages(before + white + white + trailer(1)), 7);
}

TEST(PdfPages, UnpackOnlySoMuch) {
  const std::string large(std::size_t{65} << 20, ' ');
  EXPECT_EQ(count_pdf_pages(kStart + catalog(1, 2) + tree(2, 7) +
                            packed_objects(8, {{5, large}, {6, "<< >>"}}) + trailer(1)),
            std::nullopt);
}

TEST(PdfPages, EndWithTheLimitOfProcessorTime) {
  const core::CpuLimit none(std::chrono::nanoseconds(0));
  EXPECT_THROW(count_pdf_pages(kStart + catalog(1, 2) + tree(2, 7) + trailer(1)),
               core::CpuLimit::UsedUp);
}

}  // namespace
}  // namespace templates
