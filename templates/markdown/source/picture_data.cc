#include "templates/markdown/source/picture_data.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>

#include "core/encodings/encoding.h"
#include "core/text/ascii.h"

namespace templates {
namespace {

constexpr std::string_view kBeforeType = "data:image/";
constexpr std::string_view kBeforeData = ";base64,";
constexpr std::size_t kLongestType = 8;
constexpr std::size_t kShortestPiece = 1024;
constexpr std::size_t kDigitsOfNumber = 16;

std::string sixteen_digits(std::uint64_t number) {
  std::array<std::uint8_t, sizeof number> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(number >> (8 * (bytes.size() - 1 - i)));
  return core::to_hexadecimal(bytes);
}

// The base64 at the beginning of `text`.
std::string_view base64_in(std::string_view text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), [](char c) {
    return core::is_letter_or_digit(c) || c == '+' || c == '/' || c == '=';
  });
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

// Empty if there is none.
std::string_view PictureData::next_placeholder(std::string_view text) const {
  const std::size_t length = mark_.size() + kDigitsOfNumber;
  for (std::size_t at = text.find(mark_); at != std::string_view::npos;
       at = text.find(mark_, at + 1)) {
    const std::string_view placeholder = text.substr(at, length);
    if (placeholder.size() == length && !piece_of(placeholder).empty()) return placeholder;
  }
  return {};
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
  std::vector<std::string_view> placeholders;
  std::size_t size = text.size();
  std::string_view rest = text;
  for (std::string_view found = next_placeholder(rest); !found.empty();
       found = next_placeholder(rest)) {
    placeholders.push_back(found);
    size += piece_of(found).size() - found.size();
    rest.remove_prefix(static_cast<std::size_t>(found.data() - rest.data()) + found.size());
  }
  if (placeholders.empty()) return markup;
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
  std::string_view rest = text;
  for (std::string_view found = next_placeholder(rest); !found.empty();
       found = next_placeholder(rest)) {
    const auto before = static_cast<std::size_t>(found.data() - rest.data());
    abridged.append(rest.substr(0, before)).append("…");
    rest.remove_prefix(before + found.size());
  }
  return abridged.append(rest);
}

}  // namespace templates
