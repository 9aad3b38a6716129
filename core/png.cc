#include "core/png.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <zlib.h>

namespace core {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

Error wrong_file(std::string_view message) { return {ErrorCode::invalid_request, message}; }

Error damaged() { return wrong_file("must be a PNG file; this one is damaged"); }

// zlib's bytes are unsigned.
const Bytef* bytes_of(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return reinterpret_cast<const Bytef*>(text.data());
}

std::uint32_t number_at(std::string_view data, std::size_t at) {
  std::uint32_t number = 0;
  for (const char c : data.substr(at, 4)) number = number << 8 | static_cast<std::uint8_t>(c);
  return number;
}

struct Chunk {
  std::string_view type;
  std::string_view data;
  std::string_view whole;  // with its length and checksum
};

// Takes the next chunk; nothing if there is none that is well-formed.
std::optional<Chunk> take_chunk(std::string_view& rest) {
  constexpr std::size_t kAround = 12;
  if (rest.size() < kAround) return std::nullopt;
  const std::size_t length = number_at(rest, 0);
  if (length > rest.size() - kAround) return std::nullopt;
  const Chunk chunk{rest.substr(4, 4), rest.substr(8, length), rest.substr(0, kAround + length)};
  const std::string_view checked = rest.substr(4, 4 + length);
  if (crc32(0, bytes_of(checked), static_cast<uInt>(checked.size())) != number_at(rest, 8 + length))
    return std::nullopt;
  rest.remove_prefix(chunk.whole.size());
  return chunk;
}

enum class Colors : std::uint8_t { gray = 0, rgb = 2, palette = 3, gray_alpha = 4, rgb_alpha = 6 };

struct Header {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned depth = 0;
  Colors colors = Colors::gray;
  bool is_interlaced = false;
};

unsigned samples(Colors colors) {
  switch (colors) {
    case Colors::rgb:
      return 3;
    case Colors::gray_alpha:
      return 2;
    case Colors::rgb_alpha:
      return 4;
    case Colors::gray:
    case Colors::palette:
      break;
  }
  return 1;
}

bool is_depth_of(Colors colors, unsigned depth) {
  const bool is_small = depth == 1 || depth == 2 || depth == 4;
  if (depth == 8) return true;
  if (depth == 16) return colors != Colors::palette;
  return is_small && (colors == Colors::gray || colors == Colors::palette);
}

std::optional<Header> read_header(std::string_view data) {
  constexpr std::size_t kLength = 13;
  if (data.size() != kLength) return std::nullopt;
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(data[at]); };
  const unsigned colors = byte(9);
  if (colors > 6 || colors == 1 || colors == 5) return std::nullopt;
  const Header header{.width = number_at(data, 0),
                      .height = number_at(data, 4),
                      .depth = byte(8),
                      .colors = static_cast<Colors>(colors),
                      .is_interlaced = byte(12) == 1};
  const bool has_known_methods = byte(10) == 0 && byte(11) == 0 && byte(12) <= 1;
  if (!has_known_methods || !is_depth_of(header.colors, header.depth) || header.width == 0 ||
      header.height == 0)
    return std::nullopt;
  return header;
}

// The rows of a picture, or of one of the seven that an interlaced one consists of.
struct Rows {
  std::size_t count = 0;
  std::size_t bytes = 0;  // of each, with the byte of its filter
};

Rows rows_of(const Header& header, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return {};
  return {height, 1 + (width * samples(header.colors) * header.depth + 7) / 8};
}

std::vector<Rows> all_rows(const Header& header) {
  if (!header.is_interlaced) return {rows_of(header, header.width, header.height)};
  struct Pass {
    std::size_t x, y, right, down;
  };
  constexpr std::array<Pass, 7> kPasses{{{0, 0, 8, 8},
                                         {4, 0, 8, 8},
                                         {0, 4, 4, 8},
                                         {2, 0, 4, 4},
                                         {0, 2, 2, 4},
                                         {1, 0, 2, 2},
                                         {0, 1, 1, 2}}};
  std::vector<Rows> rows;
  for (const Pass& pass : kPasses) {
    const std::size_t width = (header.width + pass.right - 1 - pass.x) / pass.right;
    const std::size_t height = (header.height + pass.down - 1 - pass.y) / pass.down;
    rows.push_back(rows_of(header, width, height));
  }
  return rows;
}

// Whether they are the pixels that the header announces.
bool are_pixels_of(const Header& header, const std::string& compressed) {
  const std::vector<Rows> all = all_rows(header);
  std::size_t size = 0;
  for (const Rows& rows : all) size += rows.count * rows.bytes;
  std::vector<Bytef> pixels(size);
  uLongf written = pixels.size();
  uLong used = compressed.size();
  if (uncompress2(pixels.data(), &written, bytes_of(compressed), &used) != Z_OK ||
      written != size || used != compressed.size())
    return false;
  constexpr Bytef kLastFilter = 4;
  std::size_t at = 0;
  for (const Rows& rows : all) {
    for (std::size_t row = 0; row < rows.count; ++row, at += rows.bytes)
      if (pixels[at] > kLastFilter) return false;
  }
  return true;
}

bool is_palette_of(const Header& header, std::size_t bytes) {
  if (header.colors == Colors::gray || header.colors == Colors::gray_alpha) return false;
  const std::size_t colors = bytes / 3;
  return bytes % 3 == 0 && colors > 0 && colors <= 256 &&
         (header.colors != Colors::palette || colors <= std::size_t{1} << header.depth);
}

bool is_transparency_of(const Header& header, std::size_t bytes, std::size_t palette_bytes) {
  switch (header.colors) {
    case Colors::gray:
      return bytes == 2;
    case Colors::rgb:
      return bytes == 6;
    case Colors::palette:
      return bytes > 0 && bytes <= palette_bytes / 3;
    case Colors::gray_alpha:
    case Colors::rgb_alpha:
      break;
  }
  return false;
}

// Chunks that a reader may leave out have a small letter first.
bool is_ancillary(std::string_view type) { return type.front() >= 'a' && type.front() <= 'z'; }

}  // namespace

Result<Png> read_png(std::string_view file) {
  if (!file.starts_with(kSignature)) return wrong_file("must be a PNG file");
  if (file.size() > kMostPngBytes) return wrong_file("must have at most 64 KiB");
  std::string_view rest = file.substr(kSignature.size());
  const auto first = take_chunk(rest);
  if (!first || first->type != "IHDR") return damaged();
  const auto header = read_header(first->data);
  if (!header) return damaged();
  if (header->width > kLongestPngSide || header->height > kLongestPngSide)
    return wrong_file("must be at most 1,024 pixels wide and high");

  Png png{.data = std::string(kSignature).append(first->whole),
          .width = header->width,
          .height = header->height};
  std::size_t palette_bytes = 0;
  bool has_transparency = false;
  std::string compressed;
  std::string_view before = first->type;
  for (;;) {
    const auto chunk = take_chunk(rest);
    if (!chunk) return damaged();
    if (!is_ancillary(chunk->type) || chunk->type == "tRNS") png.data += chunk->whole;
    if (chunk->type == "PLTE") {
      if (palette_bytes != 0 || has_transparency || !compressed.empty() ||
          !is_palette_of(*header, chunk->data.size()))
        return damaged();
      palette_bytes = chunk->data.size();
    } else if (chunk->type == "tRNS") {
      if (has_transparency || !compressed.empty() ||
          !is_transparency_of(*header, chunk->data.size(), palette_bytes))
        return damaged();
      has_transparency = true;
    } else if (chunk->type == "IDAT") {
      // They follow one another, without any other chunk between them.
      if (!compressed.empty() && before != chunk->type) return damaged();
      compressed += chunk->data;
    } else if (chunk->type == "IEND") {
      break;
    } else if (!is_ancillary(chunk->type)) {
      return damaged();
    }
    before = chunk->type;
  }
  const bool has_palette = header->colors != Colors::palette || palette_bytes != 0;
  if (!rest.empty() || !has_palette || !are_pixels_of(*header, compressed)) return damaged();
  return png;
}

}  // namespace core
