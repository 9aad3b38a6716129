// gzip (RFC 1952): gzip() compresses a text; GzipDecoder is a streaming decoder with a limit on its
// output.
//
// The decoder takes time linear in its input and output. It never writes more than the limit, which
// bounds the cost of a decompression bomb. Concatenated members are decoded as one text, as the RFC
// requires; any other data after a member is an error. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace core {

// One member. At the level at which nginx compresses responses: higher ones take more time than
// they save in bytes. Throws std::bad_alloc.
std::string gzip(std::string_view text);

class GzipDecoder {
 public:
  // Throws std::bad_alloc.
  explicit GzipDecoder(std::size_t limit);
  ~GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  enum class State : std::uint8_t {
    incomplete,  // more input is needed; at the end of the input: it was truncated
    complete,    // the input so far is complete; another member may follow
    malformed,   // the input is not gzip
    too_large,   // the output would exceed the limit
  };

  // Decompresses the next piece of input and appends the result to `text`. Ignores its input after
  // malformed or too_large.
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
