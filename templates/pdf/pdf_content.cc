#include "templates/pdf/pdf_content.h"

#include <algorithm>
#include <array>

#include "core/fields.h"
#include "core/text/encodings.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "templates/markdown/markdown.h"
#include "templates/sent_file.h"

namespace templates {
namespace {

using core::decode_file;
using core::FieldReader;
using core::JsonType;
using core::JsonValue;
using core::Result;

constexpr std::size_t kMaximumNameLength = 120;
constexpr std::string_view kExtension = ".pdf";
// Every PDF ends with this marker, within its last bytes.
constexpr std::size_t kEndBytes = 4096;
// Characters that are removed from both ends of a file name.
constexpr std::string_view kStripped = " .";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// The part between https:// and the path, query or fragment.
bool is_host(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) {
    if (host.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) return false;
    host = host.substr(0, colon);
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
    return !host.empty() &&
           host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
  }
  return !host.empty() && !host.starts_with('.') &&
         std::all_of(host.begin(), host.end(), [](char c) {
           return core::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' ||
                  static_cast<unsigned char>(c) >= 0x80;
         });
}

bool is_https_url(std::string_view url) {
  constexpr std::string_view kScheme = "https://";
  if (!core::starts_with_ignoring_case(url, kScheme)) return false;
  const bool is_plain = std::none_of(url.begin(), url.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' ||
           std::string_view("\"<>\\^`{|}").find(c) != std::string_view::npos;
  });
  const std::string_view rest = url.substr(kScheme.size());
  return is_plain && is_host(rest.substr(0, rest.find_first_of("/?#")));
}

// The name of an HTML tag in lower case: "img", "/p". Longer names are truncated.
std::string tag_name(std::string_view tag) {
  constexpr std::size_t kLongest = 10;
  std::string name;
  for (const char c : tag.substr(0, kLongest)) {
    if (is_space(c) || c == '>' || (c == '/' && !name.empty())) break;
    name += core::lower_case(c);
  }
  return name;
}

// Where the end tag of an element begins; the end of the text if there is none.
std::size_t find_end_tag(std::string_view html, std::size_t from, const std::string& name) {
  for (;;) {
    from = html.find("</", from);
    if (from == std::string_view::npos) return html.size();
    if (tag_name(html.substr(from + 1)) == '/' + name) return from;
    from += 2;
  }
}

template <std::size_t count>
bool is_among(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Calls `take` with each text of an HTML document that is not hidden, and the name of the tag after
// it, which is empty for a comment and at the end, until it returns false.
template <typename Take>
void for_each_part(std::string_view html, const Take& take) {
  constexpr std::array<std::string_view, 3> kHidden{"style", "script", "title"};
  while (!html.empty()) {
    const std::size_t begin = std::min(html.find('<'), html.size());
    const std::string_view text = html.substr(0, begin);
    html.remove_prefix(begin);
    const bool is_comment = html.starts_with("<!--");
    const std::string name = is_comment || html.empty() ? "" : tag_name(html.substr(1));
    if (!take(text, name)) return;
    const std::string_view end = is_comment ? "-->" : ">";
    const std::size_t after = html.find(end);
    if (after == std::string_view::npos) return;
    html.remove_prefix(is_among(kHidden, name) ? find_end_tag(html, after, name)
                                               : after + end.size());
  }
}

class PdfReader {
 public:
  Result<std::optional<PdfContent>> read(JsonValue content) {
    if (!content.is(JsonType::object)) fields_.fail_type(content, "an object");
    std::optional<PdfContent> read = read_source(content);
    if (const auto name = find(content, {"filename"}); name && read) {
      fields_.check_line(*name);
      read->filename = name->string();
    }
    if (auto problem = fields_.problem()) return *std::move(problem);
    return read;
  }

 private:
  std::optional<JsonValue> find(JsonValue content, std::initializer_list<std::string_view> names) {
    return fields_.find(content, names, {JsonType::string});
  }

  std::optional<PdfContent> read_source(JsonValue content) {
    if (const auto file = find(content, {"data", "base64", "file", "pdf"})) {
      return PdfContent{PdfFile{check_file(*file)}, {}, file};
    }
    if (const auto html = find(content, {"html"}))
      return PdfContent{PdfHtml{html->string()}, {}, html};
    if (const auto markdown = find(content, {"markdown", "text"}))
      return PdfContent{PdfMarkdown{markdown->string()}, {}, markdown};
    if (const auto url = find(content, {"url"})) {
      PdfUrl address{url->string()};
      if (!is_https_url(address.url)) fields_.fail(*url, "must be an https URL with a host");
      return PdfContent{std::move(address), {}, url};
    }
    return std::nullopt;
  }

  // Whether the file is complete.
  bool check_file(JsonValue file) {
    const std::optional<std::string> bytes = decode_file(file.string());
    if (!bytes) {
      fields_.fail(file, "must be a base64-encoded PDF file");
      return false;
    }
    if (!core::is_pdf(*bytes))
      fields_.fail(file,
                   "must be a base64-encoded PDF file: the decoded bytes must begin with %PDF-, "
                   "after 1,024 others at most");
    const std::size_t end = bytes->size() - std::min(bytes->size(), kEndBytes);
    return bytes->find("startxref", end) != std::string::npos;
  }

  FieldReader fields_;
};

}  // namespace

bool shows_something(std::string_view html) {
  constexpr std::array<std::string_view, 8> kShown{"img",    "svg",   "hr",     "object",
                                                   "canvas", "input", "iframe", "embed"};
  bool is_shown = false;
  for_each_part(html, [&](std::string_view text, std::string_view tag) {
    is_shown = !core::trim(text).empty() || is_among(kShown, tag);
    return !is_shown;
  });
  return is_shown;
}

std::string unsupported_in_pdf(std::string_view html) {
  struct Feature {
    std::string_view sign;  // in lower case, without white space
    std::string_view name;
  };
  constexpr std::array<Feature, 8> kFeatures{{{"<script", "scripts"},
                                              {"display:grid", "grid layout"},
                                              {"position:sticky", "sticky positions"},
                                              {"@font-face", "fonts of its own"},
                                              {"<canvas", "canvases"},
                                              {"<video", "videos"},
                                              {"<iframe", "frames"},
                                              {"<math", "MathML"}}};
  std::string bare;
  bare.reserve(html.size());
  for (const char c : html)
    if (!is_space(c)) bare += core::lower_case(c);
  std::string names;
  for (const Feature& feature : kFeatures) {
    if (bare.find(feature.sign) == std::string::npos) continue;
    names.append(names.empty() ? "" : ", ").append(feature.name);
  }
  return names;
}

Result<std::optional<PdfContent>> read_pdf(JsonValue content) { return PdfReader().read(content); }

std::optional<std::string> decode_pdf(const PdfContent& content) {
  if (!std::holds_alternative<PdfFile>(content.source) || !content.sent) return std::nullopt;
  return decode_file(content.sent->string());
}

std::string pdf_to_markdown(const PdfContent& content) {
  if (const auto* markdown = std::get_if<PdfMarkdown>(&content.source)) return markdown->markdown;
  if (const auto* html = std::get_if<PdfHtml>(&content.source))
    return core::markdown_code_block(html->html, "html");
  if (const auto* address = std::get_if<PdfUrl>(&content.source))
    return "This document is the PDF file at <" + address->url + ">.\n";
  return "This document is a PDF file, " +
         core::markdown_line(download_name(content.filename.value_or(""))) +
         ". It has no form as text.\n";
}

std::string words_of_pdf(const PdfContent& content) {
  std::string words = content.filename.value_or("");
  words += '\n';
  if (const auto* markdown = std::get_if<PdfMarkdown>(&content.source)) words += markdown->markdown;
  if (const auto* html = std::get_if<PdfHtml>(&content.source)) {
    for_each_part(html->html, [&words](std::string_view text, std::string_view) {
      words.append(text).append(" ");
      return true;
    });
  }
  return words;
}

std::string download_name(std::string_view filename) {
  const std::string kept = bare_file_name(filename);
  std::string_view name = core::trim(kept, kStripped);
  if (core::ends_with_ignoring_case(name, kExtension)) {
    name.remove_suffix(kExtension.size());
  } else if (core::equal_ignoring_case(name, kExtension.substr(1)) && kept.size() > name.size()) {
    name = {};  // it was only the extension: ".pdf"
  }
  name =
      core::trim(core::first_code_points(name, kMaximumNameLength - kExtension.size()), kStripped);
  return std::string(name.empty() ? "document" : name) + std::string(kExtension);
}

using html::Html;

Html html_of_markdown(const std::string& source, std::string_view title) {
  const RenderedMarkdown rendered = render_markdown(source);
  const std::string_view name =
      title.empty() && !rendered.headings.empty() ? rendered.headings.front().text : title;
  return html::format(
      "<!doctype html>\n<html class=\"markdown\">\n<head>\n<meta "
      "charset=\"utf-8\">\n<title>{}</title>\n</head>\n"
      "<body>\n{}{}</body>\n</html>\n",
      name, rendered.leading_heading, rendered.html);
}

std::optional<std::string> pdf_document(const PdfContent& content, std::string_view title) {
  if (const auto* source = std::get_if<PdfHtml>(&content.source)) return source->html;
  if (const auto* source = std::get_if<PdfMarkdown>(&content.source))
    return html_of_markdown(source->markdown, title).str();
  return std::nullopt;
}

}  // namespace templates
