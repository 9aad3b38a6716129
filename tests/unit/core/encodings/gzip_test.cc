#include "core/text/gzip.h"

#include <random>

#include <gtest/gtest.h>
#include <zlib.h>

#include "../../gzip.h"

namespace core {
namespace {

using State = GzipDecoder::State;
using tests::gzip;

struct Decoded {
  State state;
  std::string text;
};

Decoded decode(std::string_view compressed, std::size_t limit = 1000000, std::size_t piece = 100) {
  GzipDecoder decoder(limit);
  Decoded decoded{decoder.state(), {}};
  for (; !compressed.empty(); compressed.remove_prefix(std::min(piece, compressed.size())))
    decoded.state = decoder.add(compressed.substr(0, piece), decoded.text);
  return decoded;
}

std::string noise(std::size_t size) {
  std::minstd_rand random(7);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

TEST(GzipDecoder, DecompressesInPiecesOfAnySize) {
  const std::string text = noise(70000) + std::string(70000, 'a');
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{7}, std::size_t{16384}, text.size()}) {
    const Decoded decoded = decode(gzip(text), 200000, piece);
    EXPECT_EQ(decoded.state, State::complete) << piece;
    EXPECT_EQ(decoded.text, text) << piece;
  }
}

TEST(GzipDecoder, TakesSeveralMembersAsOneText) {
  const Decoded decoded = decode(gzip("one ") + gzip("") + gzip("two"));
  EXPECT_EQ(decoded.state, State::complete);
  EXPECT_EQ(decoded.text, "one two");
}

TEST(GzipDecoder, StopsAtTheLimit) {
  const std::string text(5000, 'a');
  EXPECT_EQ(decode(gzip(text), 5000).state, State::complete);
  EXPECT_EQ(decode(gzip(text), 4999).state, State::too_large);
  // Also over several members.
  EXPECT_EQ(decode(gzip(text) + gzip(text), 9999).state, State::too_large);
}

TEST(GzipDecoder, WritesNoMoreThanTheLimitOfABomb) {
  const std::string bomb = gzip(std::string(100'000'000, '\0'), 9);
  ASSERT_LT(bomb.size(), 100'000U);
  const Decoded decoded = decode(bomb, 1'000'000, bomb.size());
  EXPECT_EQ(decoded.state, State::too_large);
  EXPECT_LE(decoded.text.size(), 1'000'000U);
}

TEST(GzipDecoder, TellsWhatWasCutOff) {
  const std::string compressed = gzip("hello");
  for (std::size_t size = 0; size < compressed.size(); ++size)
    EXPECT_EQ(decode(compressed.substr(0, size)).state, State::incomplete) << size;
}

TEST(GzipDecoder, RefusesWhatIsNotGzip) {
  EXPECT_EQ(decode("{\"a\": 1}").state, State::malformed);
  EXPECT_EQ(decode(std::string(100, '\0')).state, State::malformed);
  // A whole member, and something else behind it.
  EXPECT_EQ(decode(gzip("a") + "more").state, State::malformed);
}

TEST(GzipDecoder, ChecksTheChecksum) {
  const std::string compressed = gzip("hello, hello, hello");
  for (std::size_t i = 1; i <= 8; ++i) {
    std::string damaged = compressed;
    damaged[damaged.size() - i] ^= 1;
    EXPECT_EQ(decode(damaged).state, State::malformed) << i;
  }
}

TEST(Gzip, CompressesTextsOfAnyLength) {
  for (const std::string& text : {std::string(), std::string("a"), std::string(300000, 'a'),
                                  noise(300000), noise(1 << 15) + std::string(1 << 15, '\0')}) {
    const Decoded decoded = decode(core::gzip(text));
    EXPECT_EQ(decoded.state, State::complete);
    EXPECT_EQ(decoded.text, text);
  }
  EXPECT_LT(core::gzip(std::string(300000, 'a')).size(), 2000U);
}

}  // namespace
}  // namespace core
