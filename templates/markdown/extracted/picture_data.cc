#include "templates/markdown/extracted/picture_data.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>

#include "core/encodings/encoding.h"

namespace templates {
namespace {

constexpr std::string_view kBeforeType = "data:image/";
constexpr std::string_view kBeforeData = ";base64,";
constexpr std::size_t kLongestType = 8;
constexpr std::size_t kShortestPiece = 1024;
constexpr std::size_t kDigitsOfNumber = 16;

std::string sixteen_digits(std::size_t number) {
  return core::to_hexadecimal(
      core::as_bytes(core::to_big_endian(static_cast<std::int64_t>(number))));
}

// The base64 at the beginning of `text`.
std::string_view base64_in(std::string_view text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), core::is_base64_or_padding);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// The data of the next picture in `text` that is worth taking out; empty if there is none.
std::string_view next_piece(std::string_view text) {
  for (std::size_t at = text.find(kBeforeType); at != std::string_view::npos;
       at = text.find(kBeforeType, at)) {
    at += kBeforeType.size();
    const std::size_t type = text.substr(at, kLongestType + kBeforeData.size()).find(kBeforeData);
    if (type == std::string_view::npos) continue;
    at += type + kBeforeData.size();
    const std::string_view piece = base64_in(text.substr(at));
    if (piece.size() >= kShortestPiece) return piece;
    at += piece.size();
  }
  return {};
}

}  // namespace

PictureData::PictureData(std::string_view source) : original_(source) {
  std::string_view rest = source;
  for (std::string_view piece = next_piece(rest); !piece.empty(); piece = next_piece(rest)) {
    // A document does not contain the hash of itself by chance.
    if (mark_.empty()) mark_ = "picture" + sixteen_digits(std::hash<std::string_view>()(source));
    const auto before = static_cast<std::size_t>(piece.data() - rest.data());
    shortened_ += rest.substr(0, before);
    shortened_ += mark_ + sixteen_digits(pieces_.size());
    pieces_.push_back(piece);
    rest.remove_prefix(before + piece.size());
  }
  if (!pieces_.empty()) shortened_ += rest;
}

std::vector<std::string_view> PictureData::placeholders_in(std::string_view text) const {
  std::vector<std::string_view> placeholders;
  const std::size_t length = mark_.size() + kDigitsOfNumber;
  for (std::size_t at = text.find(mark_); at != std::string_view::npos; at = text.find(mark_, at)) {
    const std::string_view placeholder = text.substr(at, length);
    const bool is_whole = placeholder.size() == length && !piece_of(placeholder).empty();
    if (is_whole) placeholders.push_back(placeholder);
    at += is_whole ? length : 1;
  }
  return placeholders;
}

std::string_view PictureData::piece_of(std::string_view placeholder) const {
  const std::string_view digits = placeholder.substr(mark_.size());
  std::size_t number = pieces_.size();
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  const bool is_number = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  return is_number && number < pieces_.size() ? pieces_[number] : std::string_view();
}

std::optional<html::Html> PictureData::restored(html::Html markup, std::size_t most) const {
  if (pieces_.empty()) return markup;
  const std::string& text = markup.str();
  const std::vector<std::string_view> placeholders = placeholders_in(text);
  if (placeholders.empty()) return markup;
  std::size_t size = text.size();
  for (const std::string_view placeholder : placeholders)
    size += piece_of(placeholder).size() - placeholder.size();
  if (size > most) return std::nullopt;

  html::Html restored;
  restored.reserve(size);
  std::size_t done = 0;
  for (const std::string_view placeholder : placeholders) {
    const auto at = static_cast<std::size_t>(placeholder.data() - text.data());
    // Within a text or an attribute, as which the data is escaped.
    restored.append_part(markup, done, at);
    restored.append_text(piece_of(placeholder));
    done = at + placeholder.size();
  }
  restored.append_part(markup, done, text.size());
  return restored;
}

std::string PictureData::abridged(std::string text) const {
  if (pieces_.empty()) return text;
  std::string abridged;
  std::size_t done = 0;
  for (const std::string_view placeholder : placeholders_in(text)) {
    const auto at = static_cast<std::size_t>(placeholder.data() - text.data());
    abridged.append(text, done, at - done).append("…");
    done = at + placeholder.size();
  }
  return abridged.append(text, done);
}

}  // namespace templates
