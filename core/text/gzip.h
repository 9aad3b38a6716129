// GzipDecoder: decompresses gzip (RFC 1952) that arrives in pieces, up to a limit.
//
// Takes time in proportion to what goes in and comes out, and never writes past the limit, so a
// small input that would become gigabytes costs no more than one of the limit's size. Several
// members in a row count as one text, as the RFC says; anything else behind a member is an error.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace core {

class GzipDecoder {
 public:
  // Throws std::bad_alloc.
  explicit GzipDecoder(std::size_t limit);
  ~GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  enum class State : std::uint8_t {
    incomplete,  // more is to come; at the end of the input: it was cut off
    complete,    // the input so far is a whole text; more may follow
    malformed,   // it is not gzip
    too_large,   // it would be larger than the limit
  };

  // Decompresses the next piece, and appends the result to `text`. After malformed or too_large
  // nothing more is read.
  State add(std::string_view piece, std::string& text);

  State state() const { return state_; }

 private:
  struct Stream;

  State read_piece(std::string_view piece, std::string& text);

  std::unique_ptr<Stream> stream_;
  const std::size_t limit_;
  State state_ = State::incomplete;
};

}  // namespace core
