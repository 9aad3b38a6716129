// How an error of a use case is told to somebody who filled in a form.
#pragma once

#include <string>

#include "core/error.h"
#include "core/result.h"
#include "fcgi/response.h"

namespace handlers::dashboard {

// The error as a sentence, with the field by the name that it has in the form.
std::string form_problem(const core::Error& error);

// Whether the error is shown beside the form, to be corrected or tried again there; others have a
// page of their own.
bool is_shown_in_form(const core::Error& error);

// The answer to a form whose use case gave this error: what `form` makes of the status and of what
// to say, with the time after which to try again; the error itself where it has a page of its own.
template <typename Form>
core::Result<fcgi::Response> form_refusal(const core::Error& error, const Form& form) {
  if (!is_shown_in_form(error)) return error;
  core::Result<fcgi::Response> answer = form(core::http_status(error.code), form_problem(error));
  if (answer && error.retry_after) answer->retry_after(*error.retry_after);
  return answer;
}

// The error as its page shows it: what the user's account does not have is not_found(), be it
// another's or nobody's.
core::Error page_problem(const core::Error& error);

// What is said of a page that there is not.
core::Error not_found();

}  // namespace handlers::dashboard
