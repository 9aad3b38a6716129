#include "core/text/form.h"

#include <algorithm>

#include "core/text/encodings.h"
#include "core/text/http_values.h"
#include "core/text/text.h"

namespace core {
namespace {

std::optional<std::string> decode(std::string_view text) {
  std::string with_spaces(text);
  std::replace(with_spaces.begin(), with_spaces.end(), '+', ' ');
  auto decoded = percent_decode(with_spaces);
  if (!decoded || !is_utf8(*decoded) || decoded->find('\0') != std::string::npos)
    return std::nullopt;
  return decoded;
}

void append_encoded(char c, std::string& text) {
  constexpr std::string_view kHexadecimalDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '*') {
    text += c;
  } else {
    text += '%';
    text += kHexadecimalDigits[byte >> 4];
    text += kHexadecimalDigits[byte & 15];
  }
}

Error undecodable() {
  return {ErrorCode::invalid_request, "the parameters must be percent-encoded UTF-8"};
}

}  // namespace

std::string_view form_value(const FormFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

Result<FormFields> parse_form(std::string_view text) {
  FormFields fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;

    const std::size_t equals = std::min(field.find('='), field.size());
    const std::optional<std::string> name = decode(field.substr(0, equals));
    const std::optional<std::string> value =
        decode(field.substr(std::min(equals + 1, field.size())));
    if (!name || !value) return undecodable();
    if (!fields.emplace(*name, *value).second)
      return Error{ErrorCode::invalid_request,
                   "the parameter \"" + *name + "\" is given more than once"};
  }
  return fields;
}

std::string write_form(
    std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    if (!text.empty()) text += '&';
    for (const char c : name) append_encoded(c, text);
    text += '=';
    for (const char c : value) append_encoded(c, text);
  }
  return text;
}

namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kSpace = " \t";
constexpr std::size_t kLongestBoundary = 70;

Error malformed(std::string_view what) {
  return {ErrorCode::invalid_request, "the multipart body " + std::string(what)};
}

bool is_boundary(std::string_view text) {
  return !text.empty() && text.size() <= kLongestBoundary && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter_or_digit(c) ||
                  std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
         });
}

// Browsers escape quotes in names like this (WHATWG HTML, 4.10.21.8).
std::string unescape(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("%22")) {
      plain += '"';
      i += 2;
    } else {
      plain += rest.front();
    }
  }
  return plain;
}

// The name in filename*=UTF-8''…, which some programs send in addition to, or instead of, filename.
std::optional<std::string> extended_name(std::string_view value) {
  constexpr std::string_view kCharset = "utf-8'";
  if (!starts_with_ignoring_case(value, kCharset)) return std::nullopt;
  value.remove_prefix(kCharset.size());
  const std::size_t language_end = value.find('\'');
  if (language_end == std::string_view::npos) return std::nullopt;
  return percent_decode(value.substr(language_end + 1));
}

std::string without_folders(std::string_view path) {
  return std::string(path.substr(path.find_last_of("/\\") + 1));
}

bool is_plain_text(std::string_view text) {
  return is_utf8(text) && text.find('\0') == std::string_view::npos;
}

std::optional<Error> read_disposition(std::string_view value, FormPart& part) {
  if (!equal_ignoring_case(take_until(value, ';'), "form-data"))
    return malformed("must have parts with the header `Content-Disposition: form-data`");
  const auto parameters = parse_parameters(value);
  const auto name = parameters ? parameters->find("name") : decltype(parameters->find(""))();
  if (!parameters || name == parameters->end() || name->second.empty())
    return malformed("has a part without a name in its Content-Disposition");
  part.name = unescape(name->second);
  if (const auto filename = parameters->find("filename"); filename != parameters->end())
    part.filename = without_folders(unescape(filename->second));
  if (const auto extended = parameters->find("filename*"); extended != parameters->end())
    if (auto decoded = extended_name(extended->second)) part.filename = without_folders(*decoded);
  if (!is_plain_text(part.name) || !is_plain_text(part.filename.value_or("")))
    return malformed("has a name that is not UTF-8");
  return std::nullopt;
}

// `headers` are the lines between the delimiter and the empty line.
Result<FormPart> read_headers(std::string_view headers) {
  FormPart part;
  bool has_disposition = false;
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find(kLineEnd), headers.size());
    std::string_view line = headers.substr(0, end);
    headers.remove_prefix(std::min(end + kLineEnd.size(), headers.size()));
    if (line.find(':') == std::string_view::npos) return malformed("has a malformed part header");
    const std::string_view name = take_until(line, ':');
    const std::string_view value = trim(line, kSpace);
    if (equal_ignoring_case(name, "Content-Disposition")) {
      if (has_disposition) return malformed("has a part with two Content-Disposition headers");
      has_disposition = true;
      if (auto problem = read_disposition(value, part)) return *std::move(problem);
    } else if (equal_ignoring_case(name, "Content-Type")) {
      part.content_type = value;
    } else if (equal_ignoring_case(name, "Content-Transfer-Encoding") &&
               !equal_ignoring_case(value, "binary") && !equal_ignoring_case(value, "8bit") &&
               !equal_ignoring_case(value, "7bit")) {
      return malformed("has a part with a Content-Transfer-Encoding; send its bytes as they are");
    }
  }
  if (!has_disposition)
    return malformed("must have parts with the header `Content-Disposition: form-data`");
  return part;
}

}  // namespace

Result<std::vector<FormPart>> parse_multipart(std::string_view body, std::string_view boundary) {
  if (!is_boundary(boundary)) {
    return Error{ErrorCode::invalid_request,
                 "the Content-Type multipart/form-data needs a boundary of 1 to 70 characters"};
  }
  // It contains only one CR, at the start, so the search compares each byte of the body only a few
  // times.
  const std::string delimiter = "\r\n--" + std::string(boundary);
  const std::string_view first = std::string_view(delimiter).substr(kLineEnd.size());
  std::size_t at = 0;
  if (!body.starts_with(first)) {
    at = body.find(delimiter);
    if (at == std::string_view::npos) return malformed("does not contain its boundary");
    at += kLineEnd.size();
  }
  at += first.size();

  std::vector<FormPart> parts;
  for (;;) {
    std::string_view rest = body.substr(at);
    if (rest.starts_with("--")) return parts;
    rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
    if (!rest.starts_with(kLineEnd)) return malformed("has text after a boundary");
    if (parts.size() == kMaximumParts)
      return malformed("has more than " + std::to_string(kMaximumParts) + " parts");

    // An empty line ends the headers. It can be the first line.
    const std::string_view window = rest.substr(0, kMaximumHeaderBytes);
    const std::size_t headers_end = window.find("\r\n\r\n");
    if (headers_end == std::string_view::npos)
      return malformed("has a part whose headers do not end within " +
                       std::to_string(kMaximumHeaderBytes) + " bytes");
    const std::size_t headers = std::min(kLineEnd.size(), headers_end);
    Result<FormPart> part = read_headers(rest.substr(headers, headers_end - headers));
    if (!part) return part.error();

    // The delimiter after an empty part begins with the line break that ends its headers.
    const std::size_t content = headers_end + kLineEnd.size();
    const std::size_t end = rest.find(delimiter, content);
    if (end == std::string_view::npos) return malformed("does not end with its boundary");
    const std::size_t begin = content + kLineEnd.size();
    part->content = end < begin ? std::string_view() : rest.substr(begin, end - begin);
    parts.push_back(*std::move(part));
    at = static_cast<std::size_t>(rest.data() - body.data()) + end + delimiter.size();
  }
}

}  // namespace core
