#include "templates/markdown/picture.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "html/url.h"

namespace templates {
namespace {

using html::Html;

constexpr std::size_t kMaximumNamed = 20;
constexpr std::string_view kSourceSpace = " \t\n\f\r";

// A link to the image; the page's script replaces it by the image on a click.
Html picture_to_ask_for(const std::string& url, const std::string& description) {
  constexpr std::string_view kScheme = "https://";
  const std::string origin = html::https_origin(url).value_or("");
  const std::string_view host = origin.empty() ? std::string_view("another site")
                                               : std::string_view(origin).substr(kScheme.size());
  return html::format(
      "<a class=\"remote-image\" href=\"{}\" data-description=\"{}\" "
      "rel=\"noopener noreferrer nofollow ugc\">{}{}<span>Show image from {}</span></a>",
      url, description, description, description.empty() ? "" : " ", host);
}

// The description, linked if the URL is safe.
Html description_of(const Picture& picture, bool is_in_link) {
  const std::string_view shown =
      picture.description.empty() ? std::string_view("Image") : picture.description;
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
  if (!remote || remote_images_ != core::RemoteImages::on) return std::nullopt;
  has_remote_ = true;
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
        remote && remote_images_ == core::RemoteImages::click && !is_in_link;
    has_remote_ = has_remote_ || may_be_asked_for;
    if (!remote) note_missing(picture.source);
    output += may_be_asked_for ? picture_to_ask_for(*remote, picture.description)
                               : description_of(picture, is_in_link);
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

}  // namespace templates
