// Pictures: what is read of each format, what is removed, and what is refused.
#include "templates/image/picture.h"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/text/encodings.h"
#include "templates/content.h"
#include "templates/image/formats/formats.h"
#include "templates/image/image.h"

namespace templates {
namespace {

using namespace std::string_literals;

std::string big(std::size_t number, std::size_t size) {
  std::string bytes;
  while (size > 0) bytes += static_cast<char>(number >> (8 * --size));
  return bytes;
}
std::string little(std::size_t number, std::size_t size) {
  const std::string bytes = big(number, size);
  return {bytes.rbegin(), bytes.rend()};
}

constexpr std::size_t kWidth = 30;
constexpr std::size_t kHeight = 20;

// TIFF data with an orientation, and a text that must not stay.
std::string exif(unsigned orientation) {
  return "II*\0\x08\0\0\0"s + little(1, 2) + little(0x0112, 2) + little(3, 2) + little(1, 4) +
         little(orientation, 2) + little(0, 2) + little(0, 4) + "SECRET place";
}

std::string png_chunk(const std::string& type, const std::string& data) {
  return big(data.size(), 4) + type + data + "sum!";
}
std::string png(const std::string& more = {}, std::size_t width = kWidth,
                std::size_t height = kHeight) {
  return "\x89PNG\r\n\x1a\n" +
         png_chunk("IHDR", big(width, 4) + big(height, 4) + "\x08\x06\0\0\0"s) +
         png_chunk("iCCP", "colours") + more + png_chunk("IDAT", "pixels") + png_chunk("IEND", "");
}

std::string segment(unsigned marker, const std::string& data) {
  return "\xff"s + static_cast<char>(marker) + big(data.size() + 2, 2) + data;
}
std::string jpeg(const std::string& more = {}, const std::string& jfif_preview = "\0\0"s) {
  return "\xff\xd8" + segment(0xe0, "JFIF\0\1\1\0\0\1\0\1"s + jfif_preview) + more +
         segment(0xe2, "ICC_PROFILE\0colours"s) +
         segment(0xc2, "\x08" + big(kHeight, 2) + big(kWidth, 2) + "\1\1\x11\0"s) +
         segment(0xda, "\1\1\0\0\x3f\0"s) + "pix\xff\0els\xff\xd3more"s + segment(0xc4, "tables") +
         segment(0xda, "\1\1\0\0\x3f\0"s) + "pixels\xff\xd9";
}

std::string gif(const std::string& more = {}) {
  return "GIF89a" + little(kWidth, 2) + little(kHeight, 2) + "\x80\0\0......"s +
         "!\xff\x0bNETSCAPE2.0\3\1\0\0\0"s + more + "!\xf9\4\0\0\0\0\0"s + "," + little(0, 4) +
         little(kWidth, 2) + little(kHeight, 2) + "\0\2\3abc\0;"s;
}

std::string webp_part(const std::string& type, const std::string& data) {
  return type + little(data.size(), 4) + data + (data.size() % 2 == 0 ? "" : "\0"s);
}
std::string webp(const std::string& more = {}, unsigned flags = 0x20) {
  const std::string chunks = "WEBP" +
                             webp_part("VP8X", static_cast<char>(flags) + "\0\0\0"s +
                                                   little(kWidth - 1, 3) + little(kHeight - 1, 3)) +
                             webp_part("ICCP", "colours") + webp_part("VP8L", "pixels!") + more;
  return "RIFF" + little(chunks.size(), 4) + chunks;
}

std::string box(const std::string& type, const std::string& data) {
  return big(data.size() + 8, 4) + type + data;
}
std::string full_box(const std::string& type, const std::string& data) {
  return box(type, "\0\0\0\0"s + data);
}
// With a picture of 6 bytes, Exif, XMP and a preview behind it.
std::string avif(const std::string& rotation = {}, const std::string& in_table = {}) {
  const std::array<std::string, 4> types{"av01", "Exif", "mime", "av01"};
  const std::array<std::string, 4> items{"pixels", "\0\0\0\6Exif\0\0"s + exif(1), "<xmp>SECRET",
                                         "SECRET preview"};
  const auto file_with = [&](std::size_t begin) {
    std::string names = big(items.size(), 2);
    std::string places = "\x44\0"s + big(items.size(), 2);
    std::string data;
    for (std::size_t i = 0; i < items.size(); ++i) {
      names += full_box("infe", big(i + 1, 2) + "\0\0"s + types.at(i) + '\0');
      names[names.size() - 13 - (types.at(i).size() - 4)] = '\2';
      places += big(i + 1, 2) + "\0\0"s + big(1, 2) + big(begin + data.size(), 4) +
                big(items.at(i).size(), 4);
      data += items.at(i);
    }
    const std::string properties =
        box("ipco", full_box("ispe", big(kWidth, 4) + big(kHeight, 4)) + rotation) +
        full_box("ipma", big(1, 4) + big(1, 2) + (rotation.empty() ? "\1\x81"s : "\2\x81\x82"s));
    return box("ftyp", "avif\0\0\0\0mif1avif"s) +
           full_box("meta", full_box("pitm", big(1, 2)) + full_box("iinf", names) +
                                full_box("iloc", places) +
                                full_box("iref", box("thmb", big(4, 2) + big(1, 2) + big(1, 2))) +
                                box("iprp", properties) + in_table) +
           box("free", "SECRET") + box("mdat", data);
  };
  const std::string file = file_with(0);
  return file_with(file.find("pixels"));
}

std::string svg(const std::string& inside, const std::string& attributes = "viewBox='0 0 30 20'") {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + attributes + ">" + inside + "</svg>";
}

PictureFile read(const std::string& file) {
  const auto picture = read_picture(file);
  EXPECT_TRUE(picture) << picture.error().message << ": " << file;
  return picture ? *picture : PictureFile();
}
std::string problem_of(const std::string& file) {
  const auto picture = read_picture(file);
  return picture ? "none" : picture.error().message;
}
std::string size_of(const PictureFile& picture) {
  return std::to_string(picture.width) + 'x' + std::to_string(picture.height);
}

struct Sample {
  PictureType type;
  std::string file;
};
const std::array<Sample, 6> kSamples{{{PictureType::png, png()},
                                      {PictureType::jpeg, jpeg()},
                                      {PictureType::gif, gif()},
                                      {PictureType::webp, webp()},
                                      {PictureType::avif, avif()},
                                      {PictureType::svg, svg("<path d=''/>")}}};

TEST(Picture, IsRecognisedByItsBytesWithItsSize) {
  for (const auto& [type, file] : kSamples) {
    const PictureFile picture = read(file);
    EXPECT_EQ(picture.type, type);
    EXPECT_EQ(size_of(picture), "30x20") << kind_of(type).name;
  }
  EXPECT_EQ(picture_type_of("<p>text</p>"), std::nullopt);
  EXPECT_EQ(picture_type_of("BM......"), std::nullopt);
  EXPECT_EQ(picture_type_of(""), std::nullopt);
}

TEST(Picture, WithoutMetadataStaysToTheByte) {
  for (const auto& [type, file] : kSamples) {
    if (type == PictureType::avif) continue;
    EXPECT_EQ(read(file).bare, file) << kind_of(type).name;
  }
}

TEST(Picture, LosesPlaceCommentsAndPreviews) {
  const std::string place = exif(1);
  const std::string behind = "PK\3\4 SECRET <script>alert(1)</script>";
  EXPECT_EQ(read(png(png_chunk("tEXt", "SECRET") + png_chunk("eXIf", place) +
                     png_chunk("prVt", "SECRET") + png_chunk("MyTx", "SECRET")) +
                 behind)
                .bare,
            png());
  EXPECT_EQ(
      read(jpeg(segment(0xe1, "Exif\0\0"s + place) + segment(0xe1, "http://ns.adobe.com/xap") +
                    segment(0xfe, "SECRET") + segment(0xed, "SECRET") + segment(0xf0, "SECRET") +
                    segment(0x02, "SECRET") + "\xff\0\xff\0"s,
                "\2\1SECRET"s) +
           behind)
          .bare,
      jpeg());
  const std::string adobe = "Adobe\0\x64\0\0\0\0\1"s;
  EXPECT_EQ(read(jpeg(segment(0xee, adobe + "SECRET"))).bare, jpeg(segment(0xee, adobe)));
  EXPECT_EQ(read(jpeg(segment(0xee, "AdobeSECRET"))).bare, jpeg());
  EXPECT_EQ(read(gif("!\xfe\6SECRET\0!\xff\x0bXMP DataXMP\6SECRET\0"s) + behind).bare, gif());
  const std::string profile = "!\xff\x0bICCRGBG1012\7colours\0"s;
  EXPECT_EQ(read(gif("!\xff\x0bNETSCAPE2.0\6SECRET\0"s + profile)).bare, gif(profile));
  EXPECT_EQ(read(gif("!\xff\x0b"
                     "ANIMEXTS1.0\3\1\0\0\6SECRET\0!\xf9\4....\6SECRET\0!\xf9\7....SEC\0"s))
                .bare,
            gif("!\xff\x0b"
                "ANIMEXTS1.0\3\1\0\0\0!\xf9\4....\0!\xf9\4....\0"s));
  EXPECT_EQ(read(webp(webp_part("EXIF", place) + webp_part("XMP ", "SECRET"), 0x2c) + behind).bare,
            webp());
  const auto frame = [](const std::string& more) {
    return webp(webp_part("ANIM", "colour") +
                webp_part("ANMF", "place and times " + webp_part("ALPH", "alpha") +
                                      webp_part("VP8 ", "pixels") + more));
  };
  EXPECT_EQ(read(frame(webp_part("XMP ", "SECRET") + webp_part("new ", "SECRET"))).bare, frame(""));
  EXPECT_EQ(problem_of(frame("XMP ")), "must be a valid file: this WebP is damaged");
  EXPECT_EQ(read(svg("<!-- SECRET --><metadata><a><metadata>SECRET</metadata></a></metadata>"
                     "<x:metadata/><text>a<![CDATA[<!-- b -->]]></text>"))
                .bare,
            svg("<text>a<![CDATA[<!-- b -->]]></text>"));
}

TEST(Picture, OfAvifKeepsOnlyKnownBoxes) {
  const std::string picture = avif(full_box("udes", "SECRET") + box("irot", "\0"s),
                                   box("xml ", "SECRET") + box("uuid", "SECRET")) +
                              box("udta", "SECRET") + box("mdat", "SECRET");
  // A text that only a table of the track names.
  const std::string names = big(1, 2) + box("infe", "\2\0\0\0"s + big(7, 2) + "\0\0mimeSECRET\0"s);
  const std::string places = "\x44\0"s + big(1, 2) + big(7, 2) + "\0\0"s + big(1, 2) +
                             big(picture.size() - 6, 4) + big(6, 4);
  const std::string table = full_box(
      "meta", full_box("xml ", "SECRET") + full_box("iinf", names) + full_box("iloc", places));
  const std::string handler = full_box("hdlr", "\0\0\0\0pict............SECRET\0"s);
  const std::string track =
      box("trak", full_box("tkhd", "SECRET..kept") + table +
                      box("mdia", box("mdhd", "\1\0\0\0SECRET..SECRET..kept"s) + handler +
                                      box("udta", "SECRET") + box("minf", box("name", "SECRET"))));
  const std::string file =
      picture + box("moov", full_box("mvhd", "SECRET") + track + box("udta", "SECRET"));
  const std::string bare = read(file).bare;
  EXPECT_EQ(bare.size(), file.size());
  EXPECT_EQ(bare.find("SECRET"), std::string::npos);
  EXPECT_NE(bare.find("pixels"), std::string::npos);
  EXPECT_EQ(bare.find("kept"), file.find("kept"));
  EXPECT_EQ(bare.rfind("kept"), file.rfind("kept"));
  EXPECT_EQ(read(bare).bare, bare);
}

// With which a small file could take all of the stack, or the memory.
TEST(Picture, OfAvifHasFewBoxesInBoxesAndFewPieces) {
  const std::string damage = "must be a valid file: this AVIF is damaged";
  constexpr std::size_t kTracks = 150'000;
  std::string tracks;
  for (std::size_t i = kTracks; i > 0; --i) tracks += big(8 * i, 4) + "trak";
  EXPECT_EQ(problem_of(avif() + box("moov", tracks)), damage);
  const auto in_pieces = [](std::size_t count) {
    std::string places;
    for (int item = 0; item < 2; ++item)
      places += big(9, 2) + "\0\0"s + big(count / 2, 2) + std::string(count / 2, '\1');
    return avif({}, full_box("iloc", "\1\0"s + big(2, 2) + places));
  };
  EXPECT_EQ(problem_of(in_pieces(60'000)), "none");
  EXPECT_EQ(problem_of(in_pieces(70'000)), damage);
  std::string boxes;
  for (std::size_t i = 0; i < kTracks; ++i) boxes += box("free", "");
  EXPECT_EQ(problem_of(avif({}, boxes)), damage);
  EXPECT_EQ(problem_of(avif() + boxes), damage);
}

TEST(Picture, OfSvgLosesWhatEditorsAdd) {
  EXPECT_EQ(read("<?xml version='1.0'?><?xpacket SECRET?><?xml-stylesheet href='#a'?>" +
                 svg("<rdf:RDF>SECRET</rdf:RDF><x:xmpmeta/><i:pgf>SECRET</i:pgf>"
                     "<sodipodi:namedview inkscape:zoom='2'><inkscape:page/></sodipodi:namedview>"
                     "<path\n inkscape:label = 'SECRET'\n d='=' sodipodi:x=\"'\" />",
                     "viewBox='0 0 30 20' sodipodi:docname='SECRET'"))
                .bare,
            "<?xml version='1.0'?><?xml-stylesheet href='#a'?>" +
                svg("<path\n \n d='='  />", "viewBox='0 0 30 20' "));
  const auto embedded = [](const std::string& type, const std::string& file) {
    return svg("<image xlink:href=\"data:image/" + type + ";base64," + file + "\"/>");
  };
  const auto encoded = [](const std::string& file) {
    return core::to_base64(core::as_bytes(file));
  };
  std::string place = encoded(jpeg(segment(0xfe, "SECRET")));
  for (const std::size_t at : {40U, 20U}) place.insert(at, "&#10;");
  EXPECT_EQ(read(embedded("jpg", place)).bare, embedded("jpeg", encoded(jpeg())));
  // What is no whole picture stays, as does one in a picture in a picture.
  for (const std::string& file : {embedded("png", encoded(png().substr(0, 60))),
                                  embedded("svg+xml", encoded(embedded("jpg", place)))})
    EXPECT_EQ(read(file).bare, file);
}

TEST(Picture, OfSvgLosesCommentsOfItsStyles) {
  const auto bare = [](const std::string& inside) { return read(svg(inside)).bare; };
  EXPECT_EQ(bare("<style>/* SECRET */a{b:c/*SECRET*/d}<!-- SECRET --><![CDATA[/*SECRET]]>"
                 "SECRET*/ e{}/* SECRET</style><text>/* a */</text>"),
            svg("<style>/**/a{b:c/**/d}<![CDATA[/*]]>*/ e{}/*</style><text>/* a */</text>"));
  EXPECT_EQ(bare("<g style = 'fill:red;/* \"SECRET */'/>"), svg("<g style='fill:red;/**/'/>"));
  // These only look like comments.
  for (const std::string style : {R"(a{content:"/*\"/*"}b{content:'*/'})", "a{b:url(c/*d)}/**/e{}",
                                  "a{b:URL( '/*' )}", R"(a\/*{b:"/*")", "a{b:c/ *d*/}"})
    EXPECT_EQ(bare("<style>" + style + "</style>"), svg("<style>" + style + "</style>"));
}

TEST(Picture, KeepsItsOrientation) {
  const auto turned = [](const std::string& file) {
    const PictureFile picture = read(file);
    EXPECT_EQ(size_of(picture), "20x30");
    EXPECT_EQ(picture.bare.find("SECRET"), std::string::npos);
    // What is stored is read in the same way.
    EXPECT_EQ(size_of(read(picture.bare)), "20x30");
    EXPECT_EQ(read(picture.bare).bare, picture.bare);
  };
  turned(png(png_chunk("eXIf", exif(6))));
  turned(jpeg(segment(0xe1, "Exif\0\0"s + exif(8))));
  turned(avif(box("irot", "\1")));
  // By which browsers turn no WebP.
  EXPECT_EQ(read(webp(webp_part("EXIF", exif(6)), 0x28)).bare,
            webp(webp_part("EXIF", tiff_with(6)), 0x28));
  EXPECT_EQ(orientation_in(tiff_with(3)), 3U);
  EXPECT_EQ(orientation_in("II*\0\xff\xff\xff\xff"s), 1U);
  EXPECT_EQ(size_of(read(jpeg(segment(0xe1, "Exif\0\0"s + exif(3))))), "30x20");
}

// At each length, as a file may be cut anywhere.
TEST(Picture, ThatIsCutOffIsRefused) {
  for (const auto& [type, file] : kSamples) {
    // Of a GIF, the last byte says no more than that it is the last.
    const std::size_t whole = file.size() - (type == PictureType::gif ? 1 : 0);
    for (std::size_t size = 1; size < whole; ++size)
      EXPECT_FALSE(read_picture(file.substr(0, size))) << kind_of(type).name << ' ' << size;
    EXPECT_EQ(problem_of(file.substr(0, whole - 1)),
              "must be a whole file: this " + std::string(kind_of(type).name) + " was cut off");
  }
}

TEST(Picture, ThatClaimsToBeTooLargeIsRefused) {
  EXPECT_EQ(problem_of(png({}, 60'000, 60'000)),
            "must have at most 100,000,000 pixels, not 60000 × 60000");
  EXPECT_EQ(problem_of(png({}, 0, 5)), "must be a valid file: this PNG is damaged");
  EXPECT_EQ(size_of(read(png({}, 10'000, 10'000))), "10000x10000");
  // A screen that is smaller than its first frame is as large as that.
  std::string frame = gif();
  frame.replace(6, 4, little(1, 2) + little(1, 2));
  EXPECT_EQ(size_of(read(frame)), "30x20");
}

TEST(Picture, OfSvgHasTheSizeThatBrowsersGiveIt) {
  const auto size = [](const std::string& attributes) {
    return size_of(read(svg("", attributes)));
  };
  EXPECT_EQ(size("width='40' height=\"1in\""), "40x96");
  EXPECT_EQ(size("width='100%' viewBox='0,0,64 32'"), "64x32");
  EXPECT_EQ(size("width='32' viewBox='-1 -1 64 32'"), "32x16");
  EXPECT_EQ(size("viewBox='0 0 1e6 5e5'"), "8192x4096");
  EXPECT_EQ(size(""), "300x150");
  EXPECT_EQ(size("width='-3' height='nan' data-width='9'"), "300x150");
}

TEST(Picture, OfSvgIsWellFormedAndHasNoEntities) {
  EXPECT_EQ(problem_of("<!DOCTYPE svg [<!ENTITY a \"aaa\">]>" + svg("&a;")),
            "must have no entities of its own, as this SVG has");
  EXPECT_EQ(problem_of(svg("<g>")), "must be a whole file: this SVG was cut off");
  EXPECT_EQ(problem_of(svg("") + svg("")), "must be a valid file: this SVG is damaged");
  EXPECT_EQ(problem_of(svg("") + "text"), "must be a valid file: this SVG is damaged");
  EXPECT_EQ(problem_of("<svg viewBox='0 0 1 1'/>").find("must have xmlns="), 0U);
  const std::string apart =
      "must be well-formed: this SVG has an attribute that is not NAME=\"VALUE\" after white space";
  EXPECT_EQ(problem_of(svg("", "inkscape:a='1'width='9'")), apart);
  for (const char* const inside : {"<a/b='1'/>", "<a =''/>", "<a b=c'1'/>", "<a 'b'='1'/>"})
    EXPECT_EQ(problem_of(svg(inside)), apart);
  EXPECT_EQ(problem_of(svg("<text>\xff</text>")), "must be text in UTF-8, as this is an SVG");
  read("\xef\xbb\xbf<?xml version='1.0'?>\n<!-- > -->\n<!DOCTYPE svg PUBLIC \"a>b\">\n" +
       svg("<a title='>'/>") + "\n<!-- end -->\n");
  // What browsers show safely is not looked for.
  read(svg("<script>alert(1)</script><foreignObject/><image href='https://example.org/a.png'/>"));
}

std::string content(const std::string& file, const std::string& more = {}) {
  return R"({"n":1.0,"data":")" + core::to_base64(core::as_bytes(file)) + '"' + more + '}';
}

TEST(ImageContent, IsStoredWithoutMetadataUnlessItIsKept) {
  const std::string file = png(png_chunk("tEXt", "SECRET"));
  const auto stored = [](const std::string& sent) {
    const auto findings = check_content(core::Template::image, sent);
    EXPECT_TRUE(findings) << findings.error().sentence();
    return findings->stored ? std::string(findings->stored->text()) : "as it was sent";
  };
  EXPECT_EQ(stored(content(file, R"(,"alt":"a")")), content(png(), R"(,"alt":"a")"));
  EXPECT_EQ(stored(content(png())), "as it was sent");
  EXPECT_EQ(stored(content(file, R"(,"keepMetadata":true)")), "as it was sent");
}

TEST(ImageContent, HasAPageFormsAndFindings) {
  const std::string sent = content(png(), R"(,"filename":"a/plot.png","alt":"Sales <by> month")");
  const RenderedContent page = render_content(core::Template::image, sent);
  EXPECT_EQ(page.html.str(), "<p class=\"picture-facts\">PNG · 30 × 20 · 82 bytes</p>\n");
  EXPECT_EQ(page.first_heading->text, "plot.png");
  EXPECT_EQ(page.summary, "Sales <by> month");
  EXPECT_EQ(content_as(Form::picture, core::Template::image, sent), png());
  EXPECT_EQ(content_as(Form::markdown, core::Template::image, sent),
            "This is a picture (PNG, 30 × 20 pixels): Sales \\<by\\> month\n");
  EXPECT_EQ(searched_text(core::Template::image, sent), "Sales <by> month\nplot.png");
  EXPECT_TRUE(check_content(core::Template::image, sent)->warnings.empty());
  EXPECT_EQ(check_content(core::Template::image, content(png()))->warnings.front().code,
            core::WarningCode::missing_alt);
}

TEST(ImageContent, HasItsSizeInTheLanguageOfThePage) {
  const auto facts = [](const std::string& file, html::Language language) {
    return render_content(core::Template::image, content(file), {.language = language}).html.str();
  };
  const auto has = [](const std::string& page, std::string_view text) {
    return page.find(text) != std::string::npos;
  };
  const std::string file = png(png_chunk("tEXt", std::string(1454, 'x')));
  EXPECT_TRUE(has(facts(file, html::Language::english), "· 1.5 kB<"));
  EXPECT_TRUE(has(facts(file, html::Language::german), "· 1,5 kB<"));
  EXPECT_TRUE(has(facts(file, html::Language::french), "· 1,5 ko<"));
  EXPECT_TRUE(has(facts(png(), html::Language::french), "· 82 octets<"));
}

TEST(ImageContent, IsRefusedWithTheFieldThatIsWrong) {
  const auto problem = [](const std::string& sent) {
    const auto findings = check_content(core::Template::image, sent);
    return findings ? "none" : findings.error().sentence();
  };
  EXPECT_EQ(problem(R"({"data":"PHA+dGV4dDwvcD4="})"),
            "/content/data must be a picture: PNG, JPEG, GIF, WebP, AVIF or SVG");
  EXPECT_EQ(problem(R"({"data":"***"})"), "/content/data must be a picture in base64");
  EXPECT_EQ(problem(R"({"data":7})"), "/content/data must be a string, not a number");
  EXPECT_NE(problem(content(png(), R"(,"alt":"a\nb")")), "none");
  EXPECT_NE(problem(content(png(), R"(,"keepMetadata":"yes")")), "none");
}

TEST(PictureName, HasTheExtensionOfItsType) {
  EXPECT_EQ(picture_name("plot.png", PictureType::png), "plot.png");
  EXPECT_EQ(picture_name("a/photo.JPEG", PictureType::jpeg), "photo.jpg");
  EXPECT_EQ(picture_name("plot.png", PictureType::webp), "plot.webp");
  EXPECT_EQ(picture_name("Sales 1.5", PictureType::svg), "Sales 1.5.svg");
  EXPECT_EQ(picture_name("", PictureType::gif), "picture.gif");
}

}  // namespace
}  // namespace templates
