#include "client/sign_in/device_sign_in.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include "client/failure.h"
#include "client/terminal/message.h"
#include "core/encodings/form.h"

namespace client {
namespace {

using std::chrono::seconds;

constexpr seconds kUsualInterval{5};
constexpr seconds kLongestInterval{60};
constexpr seconds kUsualCodeLifetime{600};
constexpr seconds kLongestCodeLifetime = std::chrono::days(1);

// Nothing if the connection failed for a moment; the code is still good.
std::optional<std::variant<Tokens, TokenError>> poll_once(AuthorizationServer& server,
                                                          const std::string& form) {
  try {
    return server.request_tokens(form);
  } catch (const NetworkFailure& failure) {
    if (!failure.is_temporary()) throw;
    return std::nullopt;
  }
}

}  // namespace

Tokens sign_in_on_other_device(AuthorizationServer& server) {
  const Answer begun = server.begin_device_sign_in();
  print_note(without_control_characters("To sign in, open " + begun.string("verification_uri") +
                                        " on any device and enter the code " +
                                        begun.string("user_code")));
  const std::string form =
      core::write_form({{"grant_type", "urn:ietf:params:oauth:grant-type:device_code"},
                        {"device_code", begun.string("device_code")}});
  const auto end =
      std::chrono::steady_clock::now() +
      seconds_in(begun, "expires_in", kLongestCodeLifetime).value_or(kUsualCodeLifetime);
  auto interval = seconds_in(begun, "interval", kLongestInterval).value_or(kUsualInterval);
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(interval);
    auto outcome = poll_once(server, form);
    if (!outcome) continue;
    if (auto* tokens = std::get_if<Tokens>(&*outcome)) return std::move(*tokens);
    const auto& error = std::get<TokenError>(*outcome);
    if (error.code == "slow_down") {
      interval += kUsualInterval;
    } else if (error.code == "access_denied") {
      throw Failure(ExitStatus::not_permitted, "the access was denied");
    } else if (error.code == "expired_token") {
      break;
    } else if (error.code != "authorization_pending") {
      throw Failure(ExitStatus::not_permitted,
                    without_control_characters("the service refused: " + error.code + ' ' +
                                               error.description));
    }
  }
  throw Failure(ExitStatus::not_permitted, "the code has expired; run `artifact login` again");
}

}  // namespace client
