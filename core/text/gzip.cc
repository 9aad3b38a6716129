#include "core/text/gzip.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include <zlib.h>

namespace core {
namespace {

// The largest window, and gzip's header and checksum.
constexpr int kGzipWindow = 16 + MAX_WBITS;
constexpr std::size_t kBlockBytes = std::size_t{32} * 1024;

constexpr int kLevel = 4;
constexpr int kDefaultMemory = 8;

// zlib's bytes are unsigned, and it does not write to its input.
Bytef* bytes_of(const char* text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast,cppcoreguidelines-pro-type-reinterpret-cast)
  return reinterpret_cast<Bytef*>(const_cast<char*>(text));
}

struct Deflate {
  Deflate() {
    if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kDefaultMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflate() { deflateEnd(&stream); }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  z_stream stream{};
};

}  // namespace

std::string gzip(std::string_view text) {
  constexpr std::size_t kMaximumAtOnce = std::numeric_limits<uInt>::max();
  Deflate deflate;
  z_stream& stream = deflate.stream;
  std::string compressed;
  std::array<char, kBlockBytes> block;
  int outcome = Z_OK;
  while (outcome != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::string_view part = text.substr(0, kMaximumAtOnce);
      text.remove_prefix(part.size());
      stream.next_in = bytes_of(part.data());
      stream.avail_in = static_cast<uInt>(part.size());
    }
    stream.next_out = bytes_of(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    // Fails only if the stream is used wrongly.
    outcome = ::deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    compressed.append(block.data(), block.size() - stream.avail_out);
  }
  return compressed;
}

struct GzipDecoder::Stream {
  Stream() {
    if (inflateInit2(&inflate, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&inflate); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  z_stream inflate{};
};

GzipDecoder::GzipDecoder(std::size_t limit) : stream_(std::make_unique<Stream>()), limit_(limit) {}

GzipDecoder::~GzipDecoder() = default;

GzipDecoder::State GzipDecoder::add(std::string_view piece, std::string& text) {
  // zlib's counters are of this type.
  constexpr std::size_t kMaximumAtOnce = std::numeric_limits<uInt>::max();
  while (!piece.empty() && (state_ == State::incomplete || state_ == State::complete)) {
    const std::string_view part = piece.substr(0, kMaximumAtOnce);
    piece.remove_prefix(part.size());
    state_ = read_piece(part, text);
  }
  return state_;
}

GzipDecoder::State GzipDecoder::read_piece(std::string_view piece, std::string& text) {
  z_stream& inflate = stream_->inflate;
  std::array<Bytef, kBlockBytes> block;
  inflate.next_in = bytes_of(piece.data());
  inflate.avail_in = static_cast<uInt>(piece.size());
  State state = state_;
  for (;;) {
    if (state == State::complete) {
      if (inflate.avail_in == 0) return state;
      if (inflateReset(&inflate) != Z_OK) return State::malformed;
      state = State::incomplete;
    }
    inflate.next_out = block.data();
    inflate.avail_out = static_cast<uInt>(block.size());
    const int outcome = ::inflate(&inflate, Z_NO_FLUSH);
    const std::size_t count = block.size() - inflate.avail_out;
    if (count > limit_ - std::min(limit_, text.size())) return State::too_large;
    text.append(block.data(), block.data() + count);
    if (outcome == Z_STREAM_END) {
      state = State::complete;
    } else if (outcome == Z_BUF_ERROR || (outcome == Z_OK && inflate.avail_out > 0)) {
      // The input is consumed, and all output has been written.
      return inflate.avail_in == 0 ? State::incomplete : State::malformed;
    } else if (outcome != Z_OK) {
      return State::malformed;
    }
  }
}

}  // namespace core
