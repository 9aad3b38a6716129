#include "core/png.h"

#include <array>

#include <gtest/gtest.h>
#include <zlib.h>

namespace core {
namespace {

const Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

std::string number(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xff);
  return text;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string checked = type + data;
  return number(static_cast<std::uint32_t>(data.size())) + checked +
         number(static_cast<std::uint32_t>(
             crc32(0, bytes_of(checked), static_cast<uInt>(checked.size()))));
}

std::string compressed(const std::string& pixels) {
  std::string text(compressBound(pixels.size()), '\0');
  uLongf size = text.size();
  compress(reinterpret_cast<Bytef*>(text.data()), &size, bytes_of(pixels), pixels.size());
  text.resize(size);
  return text;
}

std::string header(std::uint32_t width, std::uint32_t height, int depth, int colors,
                   int interlaced = 0) {
  return chunk("IHDR", number(width) + number(height) +
                           std::string({static_cast<char>(depth), static_cast<char>(colors), 0, 0,
                                        static_cast<char>(interlaced)}));
}

const std::string kSignature("\x89PNG\r\n\x1a\n", 8);

// Of gray pixels, with more chunks before and after them.
std::string gray(std::uint32_t width, std::uint32_t height, const std::string& before = {},
                 const std::string& after = {}) {
  const std::string pixels(std::size_t{height} * (1 + width), '\0');
  return kSignature + header(width, height, 8, 0) + before + chunk("IDAT", compressed(pixels)) +
         after + chunk("IEND", "");
}

std::string problem_of(const std::string& file) {
  const auto png = read_png(file);
  return png ? std::string() : png.error().message;
}

constexpr const char* kDamaged = "must be a PNG file; this one is damaged";

TEST(Png, KeepsNothingButThePicture) {
  const std::string plain = gray(3, 2);
  const auto png = read_png(
      gray(3, 2, chunk("tEXt", "Author\0Ann") + chunk("acTL", "12345678"), chunk("eXIf", "MM")));
  ASSERT_TRUE(png);
  EXPECT_EQ(png->data, plain);
  EXPECT_EQ(png->width, 3U);
  EXPECT_EQ(png->height, 2U);
}

TEST(Png, TakesEachKindOfPixels) {
  struct Kind {
    int depth, colors;
    std::size_t bits;
    bool has_palette = false;
  };
  for (const Kind& kind :
       {Kind{1, 0, 1}, Kind{16, 0, 16}, Kind{8, 2, 24}, Kind{16, 2, 48}, Kind{2, 3, 2, true},
        Kind{8, 3, 8, true}, Kind{8, 4, 16}, Kind{8, 6, 32}, Kind{16, 6, 64}}) {
    const std::string pixels(5 * (1 + (7 * kind.bits + 7) / 8), '\0');
    const std::string palette = kind.has_palette ? chunk("PLTE", std::string(12, 'a')) : "";
    const std::string file = kSignature + header(7, 5, kind.depth, kind.colors) + palette +
                             chunk("IDAT", compressed(pixels)) + chunk("IEND", "");
    const auto png = read_png(file);
    ASSERT_TRUE(png) << kind.depth << ' ' << kind.colors;
    EXPECT_EQ(png->data, file);
  }
  // Seven passes, of which a picture of one pixel has only the first.
  EXPECT_EQ(problem_of(kSignature + header(1, 1, 8, 0, 1) +
                       chunk("IDAT", compressed(std::string(2, '\0'))) + chunk("IEND", "")),
            "");
  // 1×1, 1×1 from the fifth column, 2×1 from the fifth row, and so on.
  const std::size_t interlaced = 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9;
  EXPECT_EQ(
      problem_of(kSignature + header(8, 8, 8, 0, 1) +
                 chunk("IDAT", compressed(std::string(interlaced, '\0'))) + chunk("IEND", "")),
      "");
}

TEST(Png, IsLimitedInSize) {
  EXPECT_EQ(problem_of(gray(1024, 1)), "");
  EXPECT_EQ(problem_of(gray(1025, 1)), "must be at most 1,024 pixels wide and high");
  EXPECT_EQ(problem_of(gray(1, 1025)), "must be at most 1,024 pixels wide and high");
  EXPECT_EQ(problem_of(gray(1, 1, chunk("tEXt", std::string(65536, 'a')))),
            "must have at most 64 KiB");
  EXPECT_EQ(problem_of("<svg/>"), "must be a PNG file");
}

TEST(Png, RefusesABomb) {
  const std::string bomb = compressed(std::string(30'000'000, '\0'));
  ASSERT_LT(bomb.size(), kMostPngBytes);
  EXPECT_EQ(problem_of(kSignature + header(8, 8, 8, 0) + chunk("IDAT", bomb) + chunk("IEND", "")),
            kDamaged);
}

TEST(Png, RefusesWhatIsNoPicture) {
  const std::string whole = gray(3, 2);
  for (std::size_t size = kSignature.size(); size < whole.size(); ++size)
    EXPECT_EQ(problem_of(whole.substr(0, size)), kDamaged) << size;
  for (std::size_t at = kSignature.size(); at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_EQ(problem_of(changed), kDamaged) << at;
  }
  const std::string pixels = compressed(std::string(8, '\0'));
  for (const std::string& wrong :
       std::array{whole + "x",                                             // something follows
                  gray(3, 2, chunk("ABCD", "")),                           // an unknown chunk
                  gray(3, 2, {}, chunk("tRNS", "ab")),                     // out of order
                  gray(3, 2, chunk("PLTE", "abc")),                        // gray has no palette
                  gray(3, 2, {}, chunk("tEXt", "") + chunk("IDAT", "x")),  // parted
                  kSignature + header(3, 2, 8, 0) + chunk("IEND", ""),     // no pixels
                  kSignature + header(3, 2, 3, 0) + chunk("IDAT", pixels) + chunk("IEND", ""),
                  kSignature + header(3, 2, 8, 5) + chunk("IDAT", pixels) + chunk("IEND", ""),
                  kSignature + header(3, 2, 8, 3) + chunk("IDAT", pixels) + chunk("IEND", ""),
                  kSignature + header(0, 2, 8, 0) + chunk("IDAT", pixels) + chunk("IEND", ""),
                  kSignature + header(3, 2, 8, 0) + chunk("IDAT", pixels + "x") + chunk("IEND", ""),
                  kSignature + header(3, 2, 8, 0) +
                      chunk("IDAT", compressed(std::string(8, '\5'))) + chunk("IEND", "")})
    EXPECT_EQ(problem_of(wrong), kDamaged);
}

}  // namespace
}  // namespace core
