// Responses that people see: pages, with the headers that keep them private and inert.
#pragma once

#include <string_view>

#include "core/error.h"
#include "core/operation/configuration.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "html/html.h"
#include "pages/presentation.h"

namespace handlers {

// Whether the page is to stand in a frame on another site: ?embed=1. Who may frame it at all is the
// configuration's to say (frame_ancestors), and the same for both.
pages::Presentation wanted_presentation(const fcgi::Request& request);

// What a page loads of other hosts than the service's own.
struct Foreign {
  // The one origin that its script may load from; empty for none.
  std::string_view document_origin;
  bool images = false;
};

// A page with the contract's security headers. Every response to a share link carries them.
fcgi::Response page(const core::Configuration& configuration, int status, pages::Html html,
                    const Foreign& foreign = {});

// Keeps what the response shows apart from other sites' pages: it shares no window with one that
// has opened it, is no part of one but as a frame, and may use no device. What it may be framed by
// is its policy's to say.
void add_isolation_headers(fcgi::Response& response);

// Adds those headers to a response of another form.
void add_page_headers(const core::Configuration& configuration, fcgi::Response& response);

// The same for a shared file: nothing but its bytes is to be loaded.
void add_file_headers(const core::Configuration& configuration, fcgi::Response& response);

// An artifact's page and its file as the dashboard frames them: with the same headers, but that
// only the service's own pages may frame them, whatever is configured for links.
fcgi::Response preview_page(pages::Html html, const Foreign& foreign);
void add_preview_file_headers(fcgi::Response& response);

// Which form of a shared artifact the client asks for, by its Accept header (RFC 9110, 12.5.1). A
// browser gets the page, and so does a client that does not say.
enum class Representation { page, json, markdown, csv };
Representation wanted_representation(const fcgi::Request& request);

// The error as the client wants it: the error object for a program that asks for JSON, else a
// friendly page.
fcgi::Response error_page(const core::Configuration& configuration, const fcgi::Request& request,
                          const core::Error& error);

// Whether a page of another site has sent the form. Programs send no Origin.
bool is_foreign_form(const core::Configuration& configuration, const fcgi::Request& request);

// What is answered to such a form.
fcgi::Response refuse_foreign_form(const core::Configuration& configuration,
                                   const fcgi::Request& request);

}  // namespace handlers
