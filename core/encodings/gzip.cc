#include "core/encodings/gzip.h"

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

}  // namespace

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
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast,cppcoreguidelines-pro-type-reinterpret-cast):
  // zlib does not write to its input, and its bytes are unsigned.
  inflate.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
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
