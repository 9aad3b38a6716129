// LoopbackListener: waits on this machine for the browser to be redirected from the service's page
// (RFC 8252, 7.3).
//
// Listens on 127.0.0.1 only, at a free port. Other requests are rejected.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/descriptor.h"
#include "core/encodings/form.h"

namespace client {

class LoopbackListener {
 public:
  // Throws std::system_error.
  LoopbackListener();

  // http://127.0.0.1:PORT/callback
  std::string redirect_uri() const;

  // The parameters with which the browser comes back with this state, once it is told that it can
  // be closed. Nothing after `timeout`, or when `give_up` becomes readable.
  std::optional<core::FormFields> wait(const std::string& state, std::chrono::seconds timeout,
                                       int give_up);

 private:
  std::optional<core::FormFields> answer_next(const std::string& state);

  core::Descriptor socket_;
  int port_ = 0;
};

}  // namespace client
