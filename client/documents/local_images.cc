#include "client/documents/local_images.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "client/documents/image_addresses.h"
#include "client/failure.h"
#include "core/encodings/encoding.h"
#include "core/encodings/percent_decoding.h"

namespace client {
namespace {

namespace fs = std::filesystem;

// What the service takes of a file is less.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{32} << 20;

bool is_relative(std::string_view address) {
  return !address.empty() && address.find(':') == std::string_view::npos &&
         std::string_view("/\\#?").find(address.front()) == std::string_view::npos;
}

// Empty if it is no image that pages show.
std::string_view media_type_of(std::string_view bytes) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kBeginnings{
      {{"\x89PNG\r\n\x1a\n", "image/png"},
       {"\xff\xd8\xff", "image/jpeg"},
       {"GIF87a", "image/gif"},
       {"GIF89a", "image/gif"}}};
  for (const auto& [beginning, type] : kBeginnings)
    if (bytes.starts_with(beginning)) return type;
  return bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP") ? "image/webp" : "";
}

bool is_below(const fs::path& folder, const fs::path& file) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
             folder.end();
}

struct Image {
  std::string url;      // empty if it is left out,
  std::string problem;  // and then why
};

Image image_in(const std::string& folder, std::string_view address) {
  const auto name = core::percent_decode(address.substr(0, address.find_first_of("?#")));
  if (!name) return {{}, "its name is not valid"};
  std::error_code problem;
  const fs::path file = fs::canonical(fs::path(folder) / *name, problem);
  if (problem) return {{}, problem.message()};
  const bool is_allowed = is_below(fs::canonical(fs::path(folder) / ".", problem), file) ||
                          is_below(fs::current_path(problem), file);
  if (!is_allowed) return {{}, "it is outside the document's folder and the current one"};
  if (!fs::is_regular_file(file, problem)) return {{}, "it is not a file"};
  if (fs::file_size(file, problem) > kMostBytes) return {{}, "it is too large"};
  const Document image = read_document(file.string());
  const std::string_view type = media_type_of(image.bytes);
  if (type.empty()) return {{}, "it is not an image of the type PNG, JPEG, GIF or WebP"};
  return {"data:" + std::string(type) + ";base64," + core::to_base64(core::as_bytes(image.bytes)),
          {}};
}

Image read_image(const std::string& folder, std::string_view address) {
  try {
    return image_in(folder, address);
  } catch (const Failure& failure) {
    return {{}, failure.what()};
  }
}

std::vector<ImageAddress> image_addresses(const std::string& text, Format format) {
  switch (format) {
    case Format::markdown:
    case Format::markdown_pdf:
      return image_addresses_of_markdown(text);
    case Format::html:
      return image_addresses_of_html(text);
    default:
      return {};
  }
}

}  // namespace

Document with_local_images(const Document& document, Format format, const Report& report) {
  Document whole{document.name, {}, document.folder};
  std::map<std::string, Image, std::less<>> images;
  std::size_t count = 0;
  std::size_t done = 0;
  const std::string_view text = document.bytes;
  for (const ImageAddress& place : image_addresses(document.bytes, format)) {
    const std::string address(text.substr(place.begin, place.size));
    if (!is_relative(address)) continue;
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
