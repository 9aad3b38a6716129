#include "handlers/password_prompt.h"

#include "core/configuration.h"
#include "handlers/page_response.h"
#include "pages/password_page.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

Error error_for(std::optional<Unlocking> outcome) {
  if (outcome == Unlocking::too_many_attempts) {
    return {ErrorCode::rate_limited,
            "too many wrong passwords were tried on this link; try again later"};
  }
  if (outcome == Unlocking::wrong) return {ErrorCode::unauthorized, "the password is wrong"};
  return {ErrorCode::unauthorized,
          "this link needs a password; send it as the header X-Share-Password"};
}

pages::PasswordProblem problem_for(std::optional<Unlocking> outcome) {
  if (outcome == Unlocking::too_many_attempts) return pages::PasswordProblem::too_many_attempts;
  if (outcome == Unlocking::wrong) return pages::PasswordProblem::wrong;
  return pages::PasswordProblem::none;
}

pages::Html prompt(const fcgi::Request& request, std::optional<Unlocking> outcome) {
  const std::string path = link_path(request);
  return wanted_presentation(request) == pages::Presentation::embedded
             ? pages::embedded_password_page(path)
             : pages::password_page(path, problem_for(outcome));
}

// The longest that an address is shut out.
constexpr const char* kRetryAfterSeconds = "900";

}  // namespace

fcgi::Response password_prompt(Services& services, const fcgi::Request& request,
                               std::optional<Unlocking> outcome) {
  const Error error = error_for(outcome);
  const int status = core::http_status(error.code);
  fcgi::Response response = wanted_representation(request) == Representation::page
                                ? page(services.configuration, status, prompt(request, outcome))
                                : error_page(services.configuration, request, error);
  if (outcome == Unlocking::too_many_attempts) response.header("Retry-After", kRetryAfterSeconds);
  return response;
}

}  // namespace handlers
