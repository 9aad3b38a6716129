// Responses for browsers outside the dashboard: share pages, the front page, errors. All are
// private, and only the configuration permits framing them (frame_ancestors).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/configuration.h"
#include "core/error.h"
#include "core/sender.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "html/html.h"
#include "pages/document.h"

namespace handlers {

// Whether the page is embedded in a frame on another site: ?embed=1. The policy is the same.
pages::Presentation wanted_presentation(const fcgi::Request& request);

// The language that the client prefers for the texts around the content.
html::Language wanted_language(const fcgi::Request& request);

// The resources that a page may load from other hosts.
struct Foreign {
  // the only origin that its script may load from; empty for none
  std::string_view document_origin;
  bool images = false;
  bool data_images = false;           // of data: URLs
  std::string_view frame = "'self'";  // what it may show in frames, as a policy names it
};

fcgi::Response page(const core::Configuration& configuration, int status, html::Html html,
                    const Foreign& foreign = {});

// Adds the headers of a page to a response in another form.
void add_page_headers(const core::Configuration& configuration, fcgi::Response& response);

// The same for a shared file, which may load nothing. A picture, by its media type, may also be
// shown by pages of other sites, where the configuration permits any to frame pages.
void add_file_headers(const core::Configuration& configuration, fcgi::Response& response,
                      std::string_view media_type = {});

// An artifact's page and file for the dashboard's preview: with the same headers, but only the
// service's own pages may frame them, whatever the configuration says.
fcgi::Response preview_page(html::Html html, const Foreign& foreign);
void add_preview_file_headers(fcgi::Response& response, std::string_view media_type = {});

// The error as a page, or as the API's error object for a program that asks for one of the
// forms that share links have. The page of a link that has ended names the sender.
fcgi::Response error_page(const core::Configuration& configuration, const fcgi::Request& request,
                          const core::Error& error,
                          const std::optional<core::Sender>& sender = std::nullopt);

// Whether the form was submitted from a page of another site. Programs send no Origin header.
bool is_foreign_form(const core::Configuration& configuration, const fcgi::Request& request);

// The response to such a form.
fcgi::Response refuse_foreign_form(const core::Configuration& configuration,
                                   const fcgi::Request& request);

// Security headers that all pages and files of the service share.

// Whose pages may load the response as a part of theirs.
enum class ReadableBy : std::uint8_t { own_pages, all_pages };

// Isolates the document from pages of other sites (COOP, CORP) and denies it access to devices. The
// content security policy decides who may frame it.
void add_isolation_headers(fcgi::Response& response,
                           ReadableBy readable_by = ReadableBy::own_pages);

// The same for content that is private: not cached, not indexed, with these policies.
void add_private_headers(fcgi::Response& response, std::string content_security_policy,
                         std::string_view referrer_policy,
                         ReadableBy readable_by = ReadableBy::own_pages);

}  // namespace handlers
