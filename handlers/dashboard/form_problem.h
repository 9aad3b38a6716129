// How a form shows an error of a use case.
#pragma once

#include <string>

#include "core/error.h"
#include "core/result.h"
#include "fcgi/response.h"

namespace handlers::dashboard {

// The error as a sentence, with the form's name of the field; a few of its others follow.
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

}  // namespace handlers::dashboard
