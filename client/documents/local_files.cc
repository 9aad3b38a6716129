#include "client/documents/local_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "client/command_line.h"
#include "core/text/encodings.h"
#include "core/text/text.h"
#include "templates/markdown/embedded_html/html_tokens.h"

namespace client {
namespace {

namespace fs = std::filesystem;

// More than the service accepts.
constexpr std::uintmax_t kMostBytesOfFile = std::uintmax_t{32} << 20;

using Type = std::pair<std::string_view, std::string_view>;
constexpr std::array kTypes{
    Type{".css", "text/css"},      Type{".js", "text/javascript"}, Type{".mjs", "text/javascript"},
    Type{".svg", "image/svg+xml"}, Type{".png", "image/png"},      Type{".jpg", "image/jpeg"},
    Type{".jpeg", "image/jpeg"},   Type{".gif", "image/gif"},      Type{".webp", "image/webp"},
    Type{".avif", "image/avif"},   Type{".ico", "image/x-icon"},   Type{".woff2", "font/woff2"},
    Type{".woff", "font/woff"},    Type{".ttf", "font/ttf"},       Type{".otf", "font/otf"},
    Type{".mp3", "audio/mpeg"},    Type{".ogg", "audio/ogg"},      Type{".wav", "audio/wav"},
    Type{".mp4", "video/mp4"},     Type{".webm", "video/webm"}};

std::string_view type_of(const fs::path& file) {
  const std::string extension = core::in_lower_case(file.extension().string());
  const auto* const known = std::find_if(kTypes.begin(), kTypes.end(),
                                         [&](const Type& type) { return type.first == extension; });
  return known == kTypes.end() ? std::string_view() : known->second;
}

bool is_below(const fs::path& folder, const fs::path& file) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
             folder.end();
}

class PageFiles {
 public:
  PageFiles(const std::string& folder, const Report& report)
      : root_(fs::canonical(folder.empty() ? "." : folder)), report_(report) {}

  std::string with_files(std::string_view html) {
    std::string page;
    templates::HtmlTokens tokens(html);
    while (const auto token = tokens.next()) {
      if (token->kind != templates::HtmlToken::Kind::start_tag) {
        page += token->source;
        continue;
      }
      add_tag(*token, page);
      for (const std::string_view name : {"script", "style", "textarea", "title"}) {
        if (!core::equal_ignoring_case(token->name, name)) continue;
        const std::string_view text = tokens.take_raw_text(name);
        page += name == "style" ? with_files_of_styles(text, root_) : std::string(text);
      }
    }
    return page;
  }

  std::size_t count() const { return count_; }

 private:
  void add_tag(const templates::HtmlToken& tag, std::string& page) {
    using Loading = std::pair<std::string_view, std::string_view>;
    constexpr std::array kLoading{
        Loading{"script", "src"}, Loading{"link", "href"}, Loading{"img", "src"},
        Loading{"source", "src"}, Loading{"video", "src"}, Loading{"video", "poster"},
        Loading{"audio", "src"},  Loading{"input", "src"}, Loading{"image", "href"}};
    page.append("<").append(tag.name);
    std::string_view rest = tag.attributes;
    std::size_t written = 0;
    while (const auto attribute = templates::take_attribute(rest)) {
      const bool loads = std::any_of(kLoading.begin(), kLoading.end(), [&](const Loading& loading) {
        return core::equal_ignoring_case(loading.first, tag.name) &&
               core::equal_ignoring_case(loading.second, attribute->name);
      });
      const std::string_view value = templates::value_of(*attribute);
      const std::string address = templates::without_references(value);
      if (!loads || !is_relative_address(address)) continue;
      const std::string url = url_of(address, root_);
      if (url.empty()) continue;
      const auto begin = static_cast<std::size_t>(value.data() - tag.attributes.data());
      page.append(tag.attributes.substr(written, begin - written)).append(url);
      written = begin + value.size();
    }
    page.append(tag.attributes.substr(written)).append(">");
  }

  // Of a stylesheet that is in this folder.
  std::string with_files_of_styles(std::string_view styles, const fs::path& folder) {
    constexpr std::string_view kUrl = "url(";
    constexpr std::string_view kStyleSpace = " \t\r\n\f";
    std::string result;
    for (;;) {
      const std::size_t begin = std::min(styles.find(kUrl), styles.size());
      result += styles.substr(0, std::min(begin + kUrl.size(), styles.size()));
      if (begin == styles.size()) return result;
      styles.remove_prefix(begin + kUrl.size());
      const std::size_t first = std::min(styles.find_first_not_of(kStyleSpace), styles.size());
      const std::size_t quote = styles.substr(first).find_first_of("\"'") == 0
                                    ? styles.find(styles[first], first + 1)
                                    : 0;
      const std::size_t end = std::min(styles.find(')', quote), styles.size());
      const std::string_view address = core::trim(styles.substr(0, end), " \t\r\n\"'");
      const std::string url =
          is_relative_address(address) ? url_of(address, folder) : std::string();
      result += url.empty() ? std::string(styles.substr(0, end)) : url;
      styles.remove_prefix(end);
    }
  }

  // Empty if the file is left out.
  std::string url_of(std::string_view address, const fs::path& folder) {
    const auto [file, outside] =
        locate(folder, address, {root_}, "it is outside the page's folder");
    if (!outside.empty()) return left_out(address, outside);
    if (const auto known = urls_.find(file); known != urls_.end()) return known->second;
    const std::string_view type = type_of(file);
    std::error_code unknown;
    if (type.empty() || !fs::is_regular_file(file, unknown))
      return left_out(address, "it is no script, stylesheet, picture, font or recording");
    auto [bytes, problem] = read_local_file(file);
    if (!problem.empty()) return left_out(address, problem);
    // A stylesheet that names itself.
    urls_.emplace(file, std::string());
    if (type == "text/css") bytes = with_files_of_styles(bytes, file.parent_path());
    ++count_;
    return urls_[file] = data_url(type, bytes);
  }

  std::string left_out(std::string_view address, std::string_view reason) {
    report_(std::string(address) + " was not included: " + std::string(reason));
    return {};
  }

  const fs::path root_;
  const Report& report_;
  std::map<fs::path, std::string> urls_;
  std::size_t count_ = 0;
};

}  // namespace

bool is_relative_address(std::string_view address) {
  return !address.empty() && address.find(':') == std::string_view::npos &&
         std::string_view("/\\#?").find(address.front()) == std::string_view::npos;
}

LocatedFile locate(const fs::path& folder, std::string_view address,
                   const std::vector<fs::path>& allowed, std::string_view problem_outside) {
  const auto name = core::percent_decode(address.substr(0, address.find_first_of("?#")));
  if (!name) return {{}, "its name is not valid"};
  std::error_code problem;
  fs::path file = fs::canonical(folder / *name, problem);
  if (problem) return {{}, problem.message()};
  const bool is_allowed = std::any_of(allowed.begin(), allowed.end(),
                                      [&](const fs::path& one) { return is_below(one, file); });
  if (!is_allowed) return {{}, std::string(problem_outside)};
  return {std::move(file), {}};
}

LocalFile read_local_file(const fs::path& file) {
  std::error_code problem;
  if (fs::file_size(file, problem) > kMostBytesOfFile) return {{}, "it is too large"};
  try {
    return {read_document(file.string()).bytes, {}};
  } catch (const Failure& failure) {
    return {{}, failure.what()};
  }
}

std::string data_url(std::string_view media_type, std::string_view bytes) {
  return "data:" + std::string(media_type) + ";base64," + core::to_base64(core::as_bytes(bytes));
}

Document with_local_files(const Document& page, const Report& report) {
  // Standard input has no folder.
  if (page.name.empty()) return page;
  PageFiles files(page.folder, report);
  Document whole{page.name, files.with_files(page.bytes), page.folder};
  const std::size_t count = files.count();
  if (count == 0) return page;
  report(count == 1 ? "1 file was included." : std::to_string(count) + " files were included.");
  return whole;
}

}  // namespace client
