#include "fcgi/request.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "core/ids.h"
#include "core/text/gzip.h"
#include "core/text/text.h"

namespace fcgi {
namespace {

constexpr std::array<std::pair<Method, std::string_view>, 7> kMethods{{
    {Method::get, "GET"},
    {Method::head, "HEAD"},
    {Method::post, "POST"},
    {Method::put, "PUT"},
    {Method::patch, "PATCH"},
    {Method::delete_, "DELETE"},
    {Method::options, "OPTIONS"},
}};

Method parse_method(std::string_view name) {
  for (const auto& [method, known] : kMethods)
    if (known == name) return method;
  return Method::other;
}

std::string_view query_of(std::string_view uri) {
  const std::size_t mark = uri.find('?');
  return mark == std::string_view::npos ? std::string_view() : uri.substr(mark + 1);
}

core::Error too_large(std::size_t limit, std::string_view when = {}) {
  return {
      core::ErrorCode::payload_too_large,
      "the request body must not exceed " + std::to_string(limit) + " bytes" + std::string(when)};
}

// How much of a parameter's name an error repeats.
constexpr std::size_t kShownNameBytes = 64;

// "limit, offset and cursor"
std::string in_words(const std::vector<std::string_view>& names) {
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) words += i + 1 == names.size() ? " and " : ", ";
    words += names[i];
  }
  return words;
}

}  // namespace

core::Error unknown_query_parameter(std::string_view name,
                                    const std::vector<std::string_view>& taken) {
  return {core::ErrorCode::invalid_request,
          "unknown query parameter \"" +
              std::string(core::whole_characters(name, kShownNameBytes)) +
              "\"; this operation takes " + (taken.empty() ? "none" : in_words(taken))};
}

std::string_view to_string(Method method) {
  for (const auto& [known, name] : kMethods)
    if (known == method) return name;
  return "other";
}

bool takes_body(Method method) {
  return method == Method::post || method == Method::put || method == Method::patch;
}

Request::Request(const char* const* parameters, BodySource& body, core::RequestId id)
    : parameters_(parameters),
      body_source_(body),
      query_(core::parse_form(query_of(parameter("REQUEST_URI")))),
      media_type_(core::MediaType::parse(parameter("CONTENT_TYPE"))) {
  const std::string_view client_id = parameter("HTTP_X_REQUEST_ID");
  id_ = core::is_client_request_id(client_id) ? std::string(client_id) : id.to_string();
  method_ = parse_method(parameter("REQUEST_METHOD"));
  const std::string_view uri = parameter("REQUEST_URI");
  path_ = uri.substr(0, uri.find('?'));
}

std::string_view Request::parameter(std::string_view name) const {
  for (const char* const* entry = parameters_; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.size() > name.size() && text[name.size()] == '=' && text.starts_with(name))
      return text.substr(name.size() + 1);
  }
  return {};
}

std::string_view Request::cookie(std::string_view name) const {
  std::string_view header = parameter("HTTP_COOKIE");
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view pair = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return {};
}

std::optional<std::string> Request::query(std::string_view name) const {
  if (!query_) return std::nullopt;
  const auto found = query_->find(name);
  if (found == query_->end()) return std::nullopt;
  return found->second;
}

const core::FormFields& Request::query_fields() const {
  static const core::FormFields none;
  return query_ ? *query_ : none;
}

std::optional<core::Error> Request::query_problem() const {
  if (query_) return std::nullopt;
  return query_.error();
}

Request::Coding Request::coding() const {
  const std::string_view name = core::trim(parameter("HTTP_CONTENT_ENCODING"));
  if (name.empty() || core::equal_ignoring_case(name, "identity")) return Coding::none;
  // RFC 9110, 8.4.1.3.
  if (core::equal_ignoring_case(name, "gzip") || core::equal_ignoring_case(name, "x-gzip"))
    return Coding::gzip;
  return Coding::unknown;
}

// In small pieces, as the decoder writes the whole output of a piece at once.
std::optional<core::Error> Request::decompress(std::string_view piece, std::size_t limit,
                                               core::GzipDecoder& decoder,
                                               const BeforeLarge& before_large) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  constexpr std::size_t kPiece = 256;
  while (!piece.empty()) {
    const bool was_large = body_.size() >= kLarge;
    const std::string_view part = piece.substr(0, was_large ? piece.size() : kPiece);
    piece.remove_prefix(part.size());
    if (decoder.add(part, body_) == core::GzipDecoder::State::too_large)
      return too_large(limit, " when it is decompressed");
    if (!was_large && body_.size() >= kLarge && before_large)
      if (auto refusal = before_large()) return refusal;
  }
  return std::nullopt;
}

std::optional<core::Error> Request::read_body(std::size_t limit, const BeforeLarge& before_large) {
  const std::string_view announced = parameter("CONTENT_LENGTH");
  std::size_t expected = 0;
  if (!announced.empty()) {
    const auto [end, problem] =
        std::from_chars(announced.data(), announced.data() + announced.size(), expected);
    if (problem == std::errc::result_out_of_range || expected > limit) return too_large(limit);
    if (problem != std::errc() || end != announced.data() + announced.size())
      return core::Error{core::ErrorCode::invalid_request, "Content-Length must be a whole number"};
  }
  body_.clear();
  std::size_t received = 0;
  std::array<char, 16384> buffer{};
  const bool is_compressed = coding() == Coding::gzip;
  std::optional<core::GzipDecoder> decoder;
  if (is_compressed) {
    decoder.emplace(limit);
  } else {
    body_.reserve(expected);
  }
  while (const std::size_t count = body_source_.read(buffer.data(), buffer.size())) {
    received += count;
    if (received > limit) return too_large(limit);
    const std::string_view piece(buffer.data(), count);
    if (!decoder) {
      body_.append(piece);
    } else if (auto problem = decompress(piece, limit, *decoder, before_large)) {
      return problem;
    }
  }
  if (received < expected) {
    return core::Error{core::ErrorCode::invalid_request,
                       "the request body is shorter than its Content-Length"};
  }
  if (decoder && received > 0 && decoder->state() != core::GzipDecoder::State::complete) {
    return core::Error{core::ErrorCode::invalid_request,
                       decoder->state() == core::GzipDecoder::State::incomplete
                           ? "the request body is gzip that was cut off"
                           : "the request body is not valid gzip, as Content-Encoding says it is"};
  }
  return std::nullopt;
}

std::optional<core::Error> Request::read_form(std::size_t limit) {
  if (auto problem = read_body(limit)) return problem;
  auto fields = core::parse_form(body_);
  if (!fields) return fields.error();
  form_ = *std::move(fields);
  return std::nullopt;
}

std::optional<core::Error> Request::read_form_with_file(std::size_t limit) {
  if (auto problem = read_body(limit)) return problem;
  auto parts = core::parse_multipart(body_, media_type_ ? media_type_->parameter("boundary") : "");
  if (!parts) return parts.error();
  for (core::FormPart& part : *parts) {
    // Browsers send an empty one for a field in which no file was chosen.
    if (part.filename && part.filename->empty() && part.content.empty()) continue;
    if (part.filename && file_)
      return core::Error{core::ErrorCode::invalid_request, "the form has more than one file"};
    if (part.filename) {
      file_ = std::move(part);
    } else if (!core::is_utf8(part.content)) {
      return core::Error{core::ErrorCode::invalid_request, "must be text in UTF-8", part.name};
    } else if (!form_.emplace(part.name, part.content).second) {
      return core::Error{core::ErrorCode::invalid_request, "is given more than once", part.name};
    }
  }
  return std::nullopt;
}

std::string_view Request::form_field(std::string_view name) const {
  return core::form_value(form_, name);
}

}  // namespace fcgi
