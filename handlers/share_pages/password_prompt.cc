#include "handlers/share_pages/password_prompt.h"

#include <string>

#include "core/opener.h"
#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "handlers/share_pages/viewer_request.h"
#include "pages/share_page.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;
using Reason = app::PasswordRefusal::Reason;

// Required with 401 (RFC 9110, 15.5.2). Of a scheme that browsers do not know, as they would show a
// dialog of their own for Basic.
constexpr std::string_view kChallenge = "SharePassword realm=\"share link\"";

Error error_for(Reason reason) {
  switch (reason) {
    case Reason::too_many_attempts:
      return {ErrorCode::rate_limited,
              "too many incorrect passwords for this share link; try again later"};
    case Reason::incorrect:
      return {ErrorCode::unauthorized, "incorrect password"};
    case Reason::required:
      break;
  }
  return {ErrorCode::unauthorized,
          "this share link requires a password; send it in the X-Share-Password header"};
}

pages::PasswordProblem problem_for(Reason reason) {
  switch (reason) {
    case Reason::too_many_attempts:
      return pages::PasswordProblem::too_many_attempts;
    case Reason::incorrect:
      return pages::PasswordProblem::wrong;
    case Reason::required:
      break;
  }
  return pages::PasswordProblem::none;
}

}  // namespace

fcgi::Response password_prompt(const Context& context, const app::ShareAddress& address,
                               const app::PasswordRefusal& refusal) {
  const Error error = error_for(refusal.reason);
  // Chats show no preview of a 401.
  const bool for_preview =
      refusal.reason == Reason::required && wants_page(context.request) &&
      core::opener_of(context.request.parameter("HTTP_USER_AGENT")) == core::Opener::previewer;
  const auto prompt = [&] {
    if (!wants_page(context.request))
      return error_page(context.configuration, context.request, error);
    const std::string path = requested_path(context.request, address);
    const html::Language language = wanted_language(context.request);
    const pages::Presentation presentation = wanted_presentation(context.request);
    return page(
        context.configuration, for_preview ? 200 : core::http_status(error.code),
        presentation == pages::Presentation::embedded
            ? pages::embedded_password_page(context.configuration.installation, path, language)
            : pages::password_page(
                  context.configuration.installation, unlocking_path(context.request, address),
                  problem_for(refusal.reason), language, refusal.sender,
                  link_preview(context, address, refusal.content_template), presentation));
  };
  fcgi::Response response = prompt();
  if (refusal.reason == Reason::too_many_attempts)
    response.retry_after(refusal.wait);
  else if (!for_preview)
    response.header("WWW-Authenticate", std::string(kChallenge));
  return response;
}

}  // namespace handlers
