#include "handlers/page_response.h"

#include <array>
#include <charconv>
#include <string_view>

#include "pages/message_page.h"

namespace handlers {
namespace {

using core::ErrorCode;

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = trim(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

double quality_of(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view parameter = take_until(parameters, ';');
    if (!parameter.starts_with("q=")) continue;
    double quality = 0;
    std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), quality);
    return quality;
  }
  return 1;
}

// How well `type` is served by an Accept header: its quality, and a little more where it is named
// itself than where a wildcard covers it, as programs send "application/json, */*".
double preference(std::string_view accept, std::string_view type) {
  double best = 0;
  while (!accept.empty()) {
    std::string_view entry = take_until(accept, ',');
    const std::string_view range = take_until(entry, ';');
    const double quality = quality_of(entry);
    const std::string_view family = type.substr(0, type.find('/') + 1);
    double bonus = -1;
    if (range == type) {
      bonus = 0.002;
    } else if (range.starts_with(family) && range.substr(family.size()) == "*") {
      bonus = 0.001;
    } else if (range == "*/*") {
      bonus = 0;
    }
    if (bonus >= 0 && quality > 0) best = std::max(best, quality + bonus);
  }
  return best;
}

pages::Message message_for(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_found:
      return pages::Message::not_found;
    case ErrorCode::gone:
      return pages::Message::gone;
    case ErrorCode::disabled:
      return pages::Message::disabled;
    case ErrorCode::rate_limited:
      return pages::Message::too_many_attempts;
    case ErrorCode::forbidden:
      return pages::Message::forbidden;
    case ErrorCode::method_not_allowed:
      return pages::Message::method_not_allowed;
    case ErrorCode::payload_too_large:
      return pages::Message::payload_too_large;
    case ErrorCode::invalid_content:
      return pages::Message::cannot_be_laid_out;
    case ErrorCode::unavailable:
      return pages::Message::unavailable;
    case ErrorCode::internal_error:
      return pages::Message::internal_error;
    default:
      return pages::Message::bad_request;
  }
}

constexpr std::string_view kFilePolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; ";
constexpr std::string_view kOwnPages = "'self'";

// All that is behind a link is private and inert. `policy` is the begin of its content security
// policy.
void add_headers(fcgi::Response& response, std::string_view policy,
                 std::string_view frame_ancestors) {
  response.header("Content-Security-Policy",
                  std::string(policy).append("frame-ancestors ").append(frame_ancestors));
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cache-Control", "private, no-store");
  response.header("X-Robots-Tag", "noindex");
  response.header("Vary", "Accept");
  add_isolation_headers(response);
}

std::string page_policy(const Foreign& foreign) {
  std::string policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
      "frame-src 'self'; base-uri 'none'; form-action 'self'; img-src 'self'";
  if (foreign.images) policy += " https:";
  policy += "; connect-src 'self'";
  if (!foreign.document_origin.empty()) policy.append(" ").append(foreign.document_origin);
  return policy + "; ";
}

fcgi::Response page_with(pages::Html html, int status, const Foreign& foreign,
                         std::string_view frame_ancestors) {
  fcgi::Response response = fcgi::Response::html(status, std::move(html).str());
  add_headers(response, page_policy(foreign), frame_ancestors);
  // Browsers then ask other hosts for images without the reader's cookies.
  if (foreign.images) response.header("Cross-Origin-Embedder-Policy", "credentialless");
  return response;
}

}  // namespace

pages::Presentation wanted_presentation(const fcgi::Request& request) {
  const auto embed = request.query("embed");
  return embed && *embed == "1" ? pages::Presentation::embedded : pages::Presentation::whole_page;
}

void add_isolation_headers(fcgi::Response& response) {
  response.header("Cross-Origin-Opener-Policy", "same-origin");
  response.header("Cross-Origin-Resource-Policy", "same-origin");
  response.header("Permissions-Policy",
                  "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), "
                  "payment=(), usb=()");
}

void add_page_headers(const core::Configuration& configuration, fcgi::Response& response) {
  add_headers(response, page_policy({}), configuration.frame_ancestors);
}

void add_file_headers(const core::Configuration& configuration, fcgi::Response& response) {
  add_headers(response, kFilePolicy, configuration.frame_ancestors);
}

fcgi::Response page(const core::Configuration& configuration, int status, pages::Html html,
                    const Foreign& foreign) {
  return page_with(std::move(html), status, foreign, configuration.frame_ancestors);
}

fcgi::Response preview_page(pages::Html html, const Foreign& foreign) {
  return page_with(std::move(html), 200, foreign, kOwnPages);
}

void add_preview_file_headers(fcgi::Response& response) {
  add_headers(response, kFilePolicy, kOwnPages);
}

Representation wanted_representation(const fcgi::Request& request) {
  constexpr std::array<std::pair<Representation, std::string_view>, 4> kOffered{{
      {Representation::page, "text/html"},
      {Representation::json, "application/json"},
      {Representation::markdown, "text/markdown"},
      {Representation::csv, "text/csv"},
  }};
  const std::string_view accept = request.parameter("HTTP_ACCEPT");
  Representation wanted = Representation::page;
  double best = 0;
  for (const auto& [representation, type] : kOffered) {
    const double offered = preference(accept, type);
    if (offered > best) {
      best = offered;
      wanted = representation;
    }
  }
  return wanted;
}

fcgi::Response error_page(const core::Configuration& configuration, const fcgi::Request& request,
                          const core::Error& error) {
  if (wanted_representation(request) == Representation::page) {
    fcgi::Response response =
        page(configuration, core::http_status(error.code),
             pages::message_page(message_for(error.code), wanted_presentation(request)));
    if (error.code == ErrorCode::unavailable) response.header("Retry-After", "1");
    return response;
  }
  fcgi::Response response = fcgi::Response::error(error);
  add_page_headers(configuration, response);
  return response;
}

bool is_foreign_form(const core::Configuration& configuration, const fcgi::Request& request) {
  const std::string_view origin = request.parameter("HTTP_ORIGIN");
  return !origin.empty() && origin != configuration.public_base_url;
}

fcgi::Response refuse_foreign_form(const core::Configuration& configuration,
                                   const fcgi::Request& request) {
  const core::Error error{
      ErrorCode::forbidden,
      "this form was submitted from another site; open the page directly and try again"};
  if (wanted_representation(request) != Representation::page)
    return error_page(configuration, request, error);
  return page(configuration, core::http_status(error.code),
              pages::message_page(pages::Message::foreign_form, wanted_presentation(request)));
}

}  // namespace handlers
