// Pictures for link previews, drawn by the real program: their size, and what hostile content
// cannot do.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/descriptor.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "rendering/pdf_files.h"
#include "rendering/pdf_maker.h"
#include "runtime/admission.h"

namespace rendering {
namespace {

using std::chrono::seconds;

std::string card(std::string_view title, std::string_view html) {
  core::JsonWriter json;
  json.begin_object();
  json.member("site", "Artifact Share");
  json.member("kind", "Document");
  json.member("title", title);
  json.member("html", html);
  json.end_object();
  return json.text() + '\n';
}

core::Result<PdfMaker::Pdf> draw(std::string_view input,
                                 const std::string& program = SOURCE_FOLDER "/pdf/draw_card.py") {
  runtime::AdmissionLimits limits;
  limits.places = 1;
  runtime::Admission admission(limits);
  PdfFiles files({}, 0);
  PdfMaker maker({.command = program,
                  .product = PdfFiles::Kind::card,
                  .processor_time = seconds(120),
                  .time = seconds(120)},
                 admission, files);
  return maker.make(input, {core::ArtifactId::generate(core::now()), "a"});
}

std::string drawn(std::string_view input) {
  const auto picture = draw(input);
  EXPECT_TRUE(picture) << picture.error().message;
  return picture ? (*picture)->data : std::string();
}

// Width and height, as they are in a PNG.
std::string size_of(std::string_view png) { return std::string(png.substr(16, 8)); }
const std::string kSize("\0\0\x04\xb0\0\0\x02\x76", 8);

std::string chart(std::string_view data) {
  return card("Chart", "<script type=\"application/json\" id=\"chart-data\">" + std::string(data) +
                           "</script>");
}

TEST(CardMaker, DrawsWhatThePageShows) {
  const std::vector<std::string> cards{
      "{\"kind\":\"Document\"}\n",
      card("Report", "<p>One <strong>two</strong></p><ul><li>three</li></ul><pre>four</pre>"),
      card("Orders", "<table><thead><tr><th>A</th></tr></thead><tr><td>1</td></tr></table>"),
      card("x.py",
           "<div class=\"code-file\" data-language=\"python\"><pre class=\"code-text\">\n"
           "import os\n</pre></div>"),
      chart(R"({"kind":"bar","labels":["a","b"],"series":[{"name":"x","y":[1,2]}]})"),
      chart(R"({"kind":"pie","labels":["a","b"],"series":[{"name":"x","y":[1,2]}]})"),
      chart(R"({"kind":"line","labels":["a","b"],"series":[{"name":"x","y":[1,2]}]})")};
  std::vector<std::string> pictures;
  for (const std::string& one : cards) {
    pictures.push_back(drawn(one));
    EXPECT_EQ(size_of(pictures.back()), kSize);
    EXPECT_LT(pictures.back().size(), 100'000U);
  }
  std::sort(pictures.begin(), pictures.end());
  EXPECT_EQ(std::unique(pictures.begin(), pictures.end()), pictures.end());
}

// The picture of a kind by an installation with this logo.
std::string with_logo(std::string_view file) {
  return drawn(R"({"kind":"Document","logo":")" + core::to_base64(core::as_bytes(file)) + "\"}\n");
}

TEST(CardMaker, DrawsALogoInPngOrSvg) {
  std::ifstream file(SOURCE_FOLDER "/tests/documents/logo.png", std::ios::binary);
  const std::string png{std::istreambuf_iterator(file), {}};
  ASSERT_FALSE(png.empty());
  const std::string svg(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><path d=\"M0 "
      "0h2v1z\"/></svg>");
  const std::string without = with_logo("<svg");
  for (const std::string& logo : {png, svg}) {
    EXPECT_EQ(size_of(with_logo(logo)), kSize);
    EXPECT_NE(with_logo(logo), without);
  }
  EXPECT_EQ(size_of(without), kSize);
}

TEST(CardMaker, IsDeterministic) {
  const std::string one = card("Report", "<p>text</p>");
  EXPECT_EQ(drawn(one), drawn(one));
}

TEST(CardMaker, DrawsAnyContent) {
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "<b>";
  for (const std::string& one :
       {card("<b>&amp;</b><span foreground='red'>", "<p><b>one <i>two</b> three"),
        card(std::string(100'000, 'x'), std::string(100'000, 'x')),
        card("deep", "<p>" + deep + "x"),
        card("\xe2\x80\xae\xd8\xaa", "<p>\xe2\x80\xae\xd8\xaa</p>"),
        card("\xf0\x9f\x9a\x80", "<h2>\xf0\x9f\x87\xaa\xf0\x9f\x87\xba</h2>"),
        chart(R"({"kind":"bar","labels":[],"series":[{"y":[1e300,-1e300,null]}]})"),
        chart(R"({"kind":"line","series":[{"y":[0,0]}]})"),
        chart(R"({"kind":"scatter","series":[{"x":[null,2],"y":[1,3]}]})"),
        chart(R"({"kind":"bar","labels":["a"],"series":[{"y":[5],"low":[1]}]})"),
        chart("not JSON")})
    EXPECT_EQ(size_of(drawn(one)), kSize);
}

// As the real program does before it reads a card.
TEST(CardMaker, GivesUpNetworkAndPrograms) {
  std::string path = "/tmp/card_maker_test.XXXXXX";
  const core::Descriptor file(mkstemp(path.data()));
  const std::string program = R"(
import os, socket, sys
sys.path.insert(0, ")" SOURCE_FOLDER R"(/pdf")
import confinement, draw_card
draw_card.import_libraries()
confinement.confine()
for attempt in (socket.socket, os.fork, lambda: os.execv("/bin/true", ["true"])):
    try:
        attempt()
        sys.exit(2)
    except PermissionError:
        pass
os.write(1, b"\x89PNG")
)";
  ASSERT_EQ(write(file.number(), program.data(), program.size()),
            static_cast<ssize_t>(program.size()));
  EXPECT_TRUE(draw(card("T", ""), path));
  unlink(path.c_str());
}

TEST(CardMaker, RefusesWhatIsNoPdf) {
  const auto picture = draw(card("Damaged", "") + "%PDF-1.7 and nothing else");
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, core::ErrorCode::invalid_content);
}

}  // namespace
}  // namespace rendering
