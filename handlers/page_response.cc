#include "handlers/page_response.h"

#include <string>
#include <utility>

#include "fcgi/content_negotiation.h"
#include "handlers/representation.h"
#include "pages/message_page.h"

namespace handlers {
namespace {

using core::ErrorCode;

pages::Message message_for(const core::Error& error) {
  switch (error.code) {
    case ErrorCode::not_found:
      return pages::Message::not_found;
    case ErrorCode::gone:
      return pages::Message::gone;
    case ErrorCode::version_erased:
      return pages::Message::version_erased;
    case ErrorCode::disabled:
      return pages::Message::disabled;
    case ErrorCode::rate_limited:
      return pages::Message::too_many_requests;
    case ErrorCode::forbidden:
      return pages::Message::forbidden;
    case ErrorCode::method_not_allowed:
      return pages::Message::method_not_allowed;
    case ErrorCode::payload_too_large:
      return pages::Message::payload_too_large;
    case ErrorCode::invalid_content:
      return pages::Message::cannot_be_laid_out;
    case ErrorCode::unavailable:
      // Only what is being made is known to be there soon.
      return error.retry_after ? pages::Message::being_prepared : pages::Message::unavailable;
    case ErrorCode::internal_error:
    case ErrorCode::timeout:
      return pages::Message::internal_error;
    default:
      return pages::Message::bad_request;
  }
}

constexpr const char* kFilePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; ";
// An SVG that is opened by itself is a document.
constexpr const char* kPicturePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox; ";
constexpr std::string_view kOwnPages = "'self'";
constexpr std::string_view kNoPages = "'none'";

bool is_picture(std::string_view media_type) { return media_type.starts_with("image/"); }

const char* policy_for_file(std::string_view media_type) {
  return is_picture(media_type) ? kPicturePolicy : kFilePolicy;
}

// `policy` is the content security policy up to frame-ancestors.
void add_headers(fcgi::Response& response, std::string policy, std::string_view frame_ancestors,
                 ReadableBy readable_by = ReadableBy::own_pages) {
  policy.append("frame-ancestors ").append(frame_ancestors);
  add_private_headers(response, std::move(policy), "no-referrer", readable_by);
  response.header("Vary", "Accept, Accept-Language");
}

std::string page_policy(const Foreign& foreign) {
  std::string policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
      "base-uri 'none'; form-action 'self'; img-src 'self'";
  if (foreign.images) policy += " https:";
  if (foreign.data_images) policy += " data:";
  policy += "; connect-src 'self'";
  if (!foreign.document_origin.empty()) policy.append(" ").append(foreign.document_origin);
  policy.append("; frame-src ").append(foreign.frame);
  return policy + "; ";
}

fcgi::Response page_with(html::Html html, int status, const Foreign& foreign,
                         std::string_view frame_ancestors) {
  fcgi::Response response = fcgi::Response::html(status, std::move(html).str());
  add_headers(response, page_policy(foreign), frame_ancestors);
  // Browsers then request images from other hosts without the viewer's cookies.
  if (foreign.images) response.header("Cross-Origin-Embedder-Policy", "credentialless");
  return response;
}

}  // namespace

pages::Presentation wanted_presentation(const fcgi::Request& request) {
  const auto embed = request.query("embed");
  if (embed && *embed == "1") return pages::Presentation::embedded;
  return request.cookie("__Host-theme").empty() ? pages::Presentation::page_of_system_theme
                                                : pages::Presentation::whole_page;
}

html::Language wanted_language(const fcgi::Request& request) {
  return static_cast<html::Language>(
      fcgi::preferred_language(request.parameter("HTTP_ACCEPT_LANGUAGE"), html::kLanguageTags));
}

void add_page_headers(const core::Configuration& configuration, fcgi::Response& response) {
  add_headers(response, page_policy({}), configuration.frame_ancestors);
}

void add_file_headers(const core::Configuration& configuration, fcgi::Response& response,
                      std::string_view media_type) {
  const bool is_embeddable = is_picture(media_type) && configuration.frame_ancestors != kNoPages;
  add_headers(response, policy_for_file(media_type), configuration.frame_ancestors,
              is_embeddable ? ReadableBy::all_pages : ReadableBy::own_pages);
}

fcgi::Response page(const core::Configuration& configuration, int status, html::Html html,
                    const Foreign& foreign) {
  return page_with(std::move(html), status, foreign, configuration.frame_ancestors);
}

fcgi::Response preview_page(html::Html html, const Foreign& foreign) {
  return page_with(std::move(html), 200, foreign, kOwnPages);
}

void add_preview_file_headers(fcgi::Response& response, std::string_view media_type) {
  add_headers(response, policy_for_file(media_type), kOwnPages);
}

fcgi::Response error_page(const core::Configuration& configuration, const fcgi::Request& request,
                          const core::Error& error, const std::optional<core::Sender>& sender) {
  // No page says what this error does: which forms exist.
  if (wants_page(request) && error.code != ErrorCode::not_acceptable) {
    fcgi::Response response =
        page(configuration, core::http_status(error.code),
             pages::message_page(configuration.installation, message_for(error),
                                 wanted_presentation(request), wanted_language(request), sender));
    response.error_headers(error);
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
  if (!wants_page(request)) return error_page(configuration, request, error);
  return page(configuration, core::http_status(error.code),
              pages::message_page(configuration.installation, pages::Message::foreign_form,
                                  wanted_presentation(request), wanted_language(request)));
}

void add_isolation_headers(fcgi::Response& response, ReadableBy readable_by) {
  response.header("Cross-Origin-Opener-Policy", "same-origin");
  response.header("Cross-Origin-Resource-Policy",
                  readable_by == ReadableBy::all_pages ? "cross-origin" : "same-origin");
  response.header("Permissions-Policy",
                  "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), "
                  "payment=(), usb=()");
}

void add_private_headers(fcgi::Response& response, std::string content_security_policy,
                         std::string_view referrer_policy, ReadableBy readable_by) {
  response.header("Content-Security-Policy", std::move(content_security_policy));
  response.header("Referrer-Policy", std::string(referrer_policy));
  response.header("Cache-Control", "private, no-store");
  response.header("X-Robots-Tag", "noindex");
  add_isolation_headers(response, readable_by);
}

}  // namespace handlers
