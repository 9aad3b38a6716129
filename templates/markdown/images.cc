#include "templates/markdown/images.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "html/url.h"

namespace templates {
namespace {

using html::Html;

constexpr std::size_t kMaximumNamed = 20;
constexpr std::string_view kSourceSpace = " \t\n\f\r";

// A link to the image; the page's script replaces it by the image on a click.
Html picture_to_ask_for(const std::string& url, const std::string& description,
                        html::Language language) {
  constexpr std::string_view kScheme = "https://";
  const std::string origin = html::https_origin(url).value_or("");
  return html::format(
      "<a class=\"remote-image\" href=\"{}\" data-description=\"{}\" "
      "rel=\"noopener noreferrer nofollow ugc\">{}{}<span>{}</span></a>",
      url, description, description, description.empty() ? "" : " ",
      origin.empty() ? html::format(language, "Show image from another site")
                     : html::format(language, "Show image from {}",
                                    std::string_view(origin).substr(kScheme.size())));
}

// The description, linked if the URL is safe.
Html description_of(const Picture& picture, bool is_in_link, html::Language language) {
  const std::string_view shown =
      picture.description.empty() ? html::Message("Image").in(language) : picture.description;
  const auto link = is_in_link ? std::nullopt : html::safe_link_url(picture.source);
  if (link && (link->starts_with("http:") || link->starts_with("https:")))
    return html::format("<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\">{}</a>", *link,
                        shown);
  return html::format("<span class=\"missing-image\">{}</span>", shown);
}

bool is_density_or_width(std::string_view descriptor) {
  if (descriptor.empty()) return true;
  constexpr std::size_t kLongest = 8;
  return descriptor.size() <= kLongest && (descriptor.back() == 'x' || descriptor.back() == 'w') &&
         descriptor.find_first_not_of("0123456789.") == descriptor.size() - 1;
}

}  // namespace

std::string_view picture_length(std::string_view text) {
  constexpr std::size_t kMostDigits = 5;
  text = core::trim(text);
  if (text.ends_with("px")) text.remove_suffix(2);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view behind = text.substr(digits);
  return digits > 0 && digits <= kMostDigits && (behind.empty() || behind == "%")
             ? text
             : std::string_view();
}

std::optional<std::string> PictureWriter::shown_url(std::string_view url) {
  if (auto data = html::safe_picture_data(url)) {
    has_data_ = true;
    return data;
  }
  auto remote = html::safe_image_url(url);
  if (!remote || options_.rule_for(*remote) != core::RemoteImages::on) return std::nullopt;
  has_remote_ = has_remote_ || options_.remote_images == core::RemoteImages::on;
  return remote;
}

void PictureWriter::note_missing(const std::string& url) {
  if (missing_.size() < kMaximumNamed &&
      std::find(missing_.begin(), missing_.end(), url) == missing_.end())
    missing_.push_back(url);
}

void PictureWriter::write(const Picture& picture, bool is_in_link, Html& output) {
  const auto url = shown_url(picture.source);
  if (!url) {
    const auto remote = html::safe_image_url(picture.source);
    const bool may_be_asked_for =
        remote && options_.remote_images == core::RemoteImages::click && !is_in_link;
    has_remote_ = has_remote_ || may_be_asked_for;
    if (!remote) note_missing(picture.source);
    output += may_be_asked_for ? picture_to_ask_for(*remote, picture.description, options_.language)
                               : description_of(picture, is_in_link, options_.language);
    return;
  }
  output += html::format("<img src=\"{}\" alt=\"{}\"", *url, picture.description);
  if (!url->starts_with('d')) output += " loading=\"lazy\" referrerpolicy=\"no-referrer\"";
  if (!picture.title.empty()) output += html::format(" title=\"{}\"", picture.title);
  if (const auto width = picture_length(picture.width); !width.empty())
    output += html::format(" width=\"{}\"", width);
  if (const auto height = picture_length(picture.height); !height.empty())
    output += html::format(" height=\"{}\"", height);
  if (picture.side == Picture::Side::left) output += " class=\"float-left\"";
  if (picture.side == Picture::Side::right) output += " class=\"float-right\"";
  output += ">";
}

std::optional<std::string> PictureWriter::shown_sources(std::string_view srcset) {
  std::string sources;
  const auto skip_separators = [&srcset] {
    srcset.remove_prefix(std::min(srcset.find_first_not_of(" \t\n\f\r,"), srcset.size()));
  };
  for (skip_separators(); !srcset.empty(); skip_separators()) {
    std::string_view address = srcset.substr(0, srcset.find_first_of(kSourceSpace));
    srcset.remove_prefix(address.size());
    std::string_view descriptor;
    if (address.ends_with(',')) {
      while (address.ends_with(',')) address.remove_suffix(1);
    } else {
      descriptor = srcset.substr(0, srcset.find(','));
      srcset.remove_prefix(descriptor.size());
      descriptor = core::trim(descriptor);
    }
    const auto url = shown_url(address);
    if (!url || !is_density_or_width(descriptor)) return std::nullopt;
    if (!sources.empty()) sources += ", ";
    sources.append(*url);
    if (!descriptor.empty()) sources.append(" ").append(descriptor);
  }
  if (sources.empty()) return std::nullopt;
  return sources;
}

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

// The data of the next picture in `text` that is long enough to take out; empty if there is none.
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
