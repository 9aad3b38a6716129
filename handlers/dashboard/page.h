// Parts that the dashboard's endpoints share: their pages and QR codes, errors of forms, and
// notices.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/frame.h"

namespace handlers::dashboard {

// Responses of the dashboard, with its security headers.

fcgi::Response page(int status, html::Html html);

// A file that the browser saves under this name, of ASCII letters, digits, hyphens and periods.
fcgi::Response file(const std::string& media_type, const std::string& name,
                    const std::string& data);

// An image: SVG, or PNG.
fcgi::Response image(html::Html svg);
fcgi::Response image(std::string png);

// A QR code (ISO/IEC 18004) as SVG, dark on light whatever the page's colour scheme, as scanners
// require it. Empty if the text is too long for a QR code.
html::Html qr_code(const std::string& text, std::string_view label);

// The error as a page.
fcgi::Response error_page(const core::Installation& installation, const core::Error& error);

// 303 to a page of the dashboard.
fcgi::Response redirect(std::string path);

// The user as pages show them. Refers to the context.
pages::SignedInUser signed_in_user(const Context& context);

// The arguments after the status are those of pages::frame(), pages::settings_frame() and
// pages::narrow_frame().
fcgi::Response framed_page(const Context& context, int status, std::string_view title,
                           pages::Section section, const html::Html& main,
                           const html::Html& head = {});
fcgi::Response settings_page(const Context& context, int status, pages::SettingsPage settings,
                             const html::Html& content);
fcgi::Response narrow_page(const Context& context, int status, std::string_view title,
                           const html::Html& main, const html::Html& head = {});

// The hidden field of every form.
html::Html form_token_field(const Context& context);

// How a form shows an error of a use case.

// A message as a sentence: with a capital letter and a full stop.
std::string sentence(std::string_view message);

// The error alone as a sentence, with the form's name of the field.
std::string one_problem(const core::Error& error);

// The same, and a few of its others follow.
std::string form_problem(const core::Error& error);

// Whether the error is shown with the form, to be corrected there; others have a page of their own.
bool is_shown_in_form(const core::Error& error);

// The response to a form whose use case failed: what `form` renders with the status and the
// message, with the headers of the error; the error itself if it has a page of its own.
template <typename Form>
core::Result<fcgi::Response> form_refusal(const core::Error& error, const Form& form) {
  if (!is_shown_in_form(error)) return error;
  core::Result<fcgi::Response> answer = form(core::http_status(error.code), form_problem(error));
  if (answer) answer->error_headers(error);
  // Required with 401 (RFC 9110, 15.5.2), of a scheme for which browsers show no dialog.
  if (answer && error.code == core::ErrorCode::unauthorized)
    answer->header("WWW-Authenticate", "Form realm=\"dashboard\"");
  return answer;
}

// The error as a page shows it: not_found() for anything that is not the account's, whether it
// exists or not.
core::Error page_problem(const core::Error& error);

// The message for a page that does not exist.
core::Error not_found();

// The result of a form, shown on the page that the form redirects to.

enum class Notice {
  created,
  edited,
  content_edited,
  deleted,
  deleted_permanently,
  restored,
  version_restored,
  version_erased,
  version_erased_has_copies,
  link_created,
  link_created_shorter,  // its artifact ends before
  link_with_short_password_created,
  link_changed,
  link_changed_shorter,
  link_with_short_password_changed,
  link_revoked,
  links_revoked,
  links_extended,
  app_disconnected,
  signed_up
};

// `path` with the query that makes its page show the notice.
std::string with_notice(std::string path, Notice notice);

// The notice for the request's page; empty if there is none.
std::string_view notice_of(const fcgi::Request& request);

}  // namespace handlers::dashboard
