// Sign-in with a browser on this machine, or on another device.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "client/sign_in/authorization_server.h"
#include "core/descriptor.h"
#include "core/text/form.h"

namespace client {

// Signs in with the browser of this machine: the authorization code grant with PKCE (RFC 7636) and
// a loopback redirect (RFC 8252).

// Whether there is a desktop whose browser can be opened.
bool has_browser();

// Opens the service's page and waits for the user's decision. Nothing if no browser opens. Throws
// Failure if the user refuses, or does not decide within ten minutes.
std::optional<Tokens> sign_in_with_browser(AuthorizationServer& server);

// Signs in without a browser on this machine: the user enters a code on another device (RFC 8628).

// Shows the code on standard error, and waits for the user's decision. Throws Failure if the user
// refuses, or the code expires.
Tokens sign_in_on_other_device(AuthorizationServer& server);

// LoopbackListener: receives the redirect of the browser from the service's page (RFC 8252, 7.3).
//
// Listens on 127.0.0.1 only, at a free port. Other requests are rejected.
class LoopbackListener {
 public:
  // Throws std::system_error.
  LoopbackListener();

  // http://127.0.0.1:PORT/callback
  std::string redirect_uri() const;

  // The parameters of the redirect with this state, after a page that says that it can be closed
  // was sent. Nothing after `timeout`, or when `give_up` becomes readable.
  std::optional<core::FormFields> wait(const std::string& state, std::chrono::seconds timeout,
                                       int give_up);

 private:
  std::optional<core::FormFields> answer_next(const std::string& state);

  core::Descriptor socket_;
  int port_ = 0;
};

}  // namespace client
