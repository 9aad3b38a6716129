#include "handlers/share_pages/password_prompt.h"

#include "core/operation/configuration.h"
#include "handlers/page_response.h"
#include "pages/password_page.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

Error error_for(const Unlocking& unlocking) {
  if (unlocking.outcome == Unlocking::Outcome::too_many_attempts) {
    return {ErrorCode::rate_limited,
            "too many incorrect passwords for this share link; try again later"};
  }
  if (unlocking.outcome == Unlocking::Outcome::wrong)
    return {ErrorCode::unauthorized, "incorrect password"};
  return {ErrorCode::unauthorized,
          "this share link requires a password; send it in the X-Share-Password header"};
}

pages::PasswordProblem problem_for(const Unlocking& unlocking) {
  if (unlocking.outcome == Unlocking::Outcome::too_many_attempts)
    return pages::PasswordProblem::too_many_attempts;
  if (unlocking.outcome == Unlocking::Outcome::wrong) return pages::PasswordProblem::wrong;
  return pages::PasswordProblem::none;
}

pages::Html prompt(const fcgi::Request& request, const Unlocking& unlocking) {
  const std::string path = link_path(request);
  return wanted_presentation(request) == pages::Presentation::embedded
             ? pages::embedded_password_page(path)
             : pages::password_page(path, problem_for(unlocking));
}

}  // namespace

fcgi::Response password_prompt(Services& services, const fcgi::Request& request,
                               const Unlocking& unlocking) {
  const Error error = error_for(unlocking);
  const int status = core::http_status(error.code);
  fcgi::Response response = wanted_representation(request) == Representation::page
                                ? page(services.configuration, status, prompt(request, unlocking))
                                : error_page(services.configuration, request, error);
  if (unlocking.outcome == Unlocking::Outcome::too_many_attempts)
    response.header("Retry-After", std::to_string(unlocking.wait.count()));
  return response;
}

}  // namespace handlers
