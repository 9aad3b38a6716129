// gzip that arrives in pieces, whole or broken.
#include "core/text/gzip.h"

#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLimit = 1 << 16;
  fuzz::Input input(data, size);
  const std::size_t piece = 1 + input.byte();
  core::GzipDecoder in_pieces(kLimit);
  core::GzipDecoder at_once(kLimit);
  std::string of_pieces;
  std::string of_all;
  std::string_view rest = input.rest();
  while (!rest.empty()) {
    const auto state = in_pieces.add(rest.substr(0, piece), of_pieces);
    fuzz::require(of_pieces.size() <= kLimit, "never past the limit");
    if (state == core::GzipDecoder::State::malformed ||
        state == core::GzipDecoder::State::too_large)
      break;
    rest.remove_prefix(std::min(piece, rest.size()));
  }
  at_once.add(input.rest(), of_all);
  fuzz::require(of_all.size() <= kLimit, "never past the limit");
  fuzz::require(in_pieces.state() == at_once.state(), "pieces make no difference");
  if (at_once.state() == core::GzipDecoder::State::complete)
    fuzz::require(of_pieces == of_all, "pieces make no difference to the text");
  return 0;
}
