#include "client/documents/images.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <md4c.h>

#include "core/text/text.h"
#include "templates/image/picture.h"

namespace client {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f";
constexpr unsigned kFlags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;

class Search {
 public:
  explicit Search(const std::string& text) : text_(text) {}

  void read_markdown();
  void read_html(std::string_view html);

  std::vector<ImageAddress> take() {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  // Only if it is a part of the document's text, and not a copy that md4c has made.
  void add(std::string_view address) {
    const bool is_within =
        address.data() >= text_.data() && address.data() < text_.data() + text_.size();
    if (is_within && !address.empty())
      found_.push_back({static_cast<std::size_t>(address.data() - text_.data()), address.size()});
  }
  void read_tag(std::string_view attributes);

  const std::string& text_;
  std::vector<ImageAddress> found_;
};

void Search::read_markdown() {
  MD_PARSER parser{};
  parser.flags = kFlags;
  parser.enter_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.leave_block = parser.enter_block;
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* search) {
    if (type != MD_SPAN_IMG) return 0;
    const MD_ATTRIBUTE& source = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
    static_cast<Search*>(search)->add({source.text, source.size});
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* search) {
    if (type == MD_TEXT_HTML) static_cast<Search*>(search)->read_html({text, size});
    return 0;
  };
  // md4c 0.4.8 reads one byte past its input: c_str() provides it.
  md_parse(text_.c_str(), static_cast<MD_SIZE>(text_.size()), &parser, this);
}

void Search::read_html(std::string_view html) {
  constexpr std::string_view kTag = "<img";
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (!core::starts_with_ignoring_case(html.substr(at), kTag)) continue;
    const std::string_view attributes = html.substr(at + kTag.size());
    read_tag(attributes.substr(0, attributes.find('>')));
  }
}

// The quoted value of `src`.
void Search::read_tag(std::string_view attributes) {
  constexpr std::string_view kName = "src=";
  for (std::size_t at = attributes.find_first_of(kSpace); at != std::string_view::npos;
       at = attributes.find_first_of(kSpace, at + 1)) {
    std::string_view attribute = attributes.substr(at + 1);
    if (!core::starts_with_ignoring_case(attribute, kName)) continue;
    attribute.remove_prefix(kName.size());
    if (!attribute.starts_with('"') && !attribute.starts_with('\'')) return;
    const std::string_view value = attribute.substr(1, attribute.find(attribute.front(), 1) - 1);
    if (value.find_first_of("&\n") == std::string_view::npos) add(value);
    return;
  }
}

}  // namespace

std::vector<ImageAddress> image_addresses_of_markdown(const std::string& text) {
  Search search(text);
  search.read_markdown();
  return search.take();
}

std::vector<ImageAddress> image_addresses_of_html(const std::string& text) {
  Search search(text);
  search.read_html(text);
  return search.take();
}

namespace {

namespace fs = std::filesystem;

struct Image {
  std::string url;      // empty if the image is left out
  std::string problem;  // the reason, if so
};

Image read_image(const std::string& folder, std::string_view address) {
  std::error_code problem;
  const std::vector<fs::path> allowed{fs::canonical(fs::path(folder) / ".", problem),
                                      fs::current_path(problem)};
  const auto [file, outside] =
      locate(folder, address, allowed, "it is outside the document's folder and the current one");
  if (!outside.empty()) return {{}, outside};
  if (!fs::is_regular_file(file, problem)) return {{}, "it is not a file"};
  auto image = read_local_file(file);
  if (!image.problem.empty()) return {{}, std::move(image.problem)};
  const auto type = templates::picture_type_of(image.bytes);
  if (!type || *type == templates::PictureType::avif || *type == templates::PictureType::svg)
    return {{}, "it is not an image of the type PNG, JPEG, GIF or WebP"};
  return {data_url(templates::kind_of(*type).media_type, image.bytes), {}};
}

std::vector<ImageAddress> image_addresses(const std::string& text, Format format) {
  if (format == Format::html_pdf) return image_addresses_of_html(text);
  const bool is_markdown = format == Format::markdown || format == Format::markdown_pdf;
  return is_markdown ? image_addresses_of_markdown(text) : std::vector<ImageAddress>();
}

}  // namespace

Document with_local_images(const Document& document, Format format, const Report& report) {
  if (format.shown_by == core::Template::html) return with_local_files(document, report);
  Document whole{document.name, {}, document.folder};
  std::map<std::string, Image, std::less<>> images;
  std::size_t count = 0;
  std::size_t done = 0;
  const std::string_view text = document.bytes;
  for (const ImageAddress& place : image_addresses(document.bytes, format)) {
    const std::string address(text.substr(place.begin, place.size));
    if (!is_relative_address(address)) continue;
    const auto [image, is_new] = images.try_emplace(address);
    if (is_new) {
      image->second = read_image(document.folder, address);
      if (image->second.url.empty())
        report(address + " was not included: " + image->second.problem);
    }
    if (image->second.url.empty()) continue;
    whole.bytes.append(text.substr(done, place.begin - done)).append(image->second.url);
    done = place.begin + place.size;
    ++count;
  }
  if (count == 0) return document;
  whole.bytes.append(text.substr(done));
  report(count == 1 ? "1 image was included." : std::to_string(count) + " images were included.");
  return whole;
}

}  // namespace client
