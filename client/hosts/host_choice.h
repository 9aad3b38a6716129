// Which service a command talks to, and with which API key or tokens.
//
// A key is never sent to a service that it was not given for: a link to a service that the user is
// not signed in to is a failure.
#pragma once

#include <optional>
#include <string>

#include "client/hosts/host.h"

namespace client {

struct HostRequest {
  std::optional<std::string> host = std::nullopt;    // --host, as it was given
  std::optional<ServiceUrl> of_link = std::nullopt;  // the service of a link
};

// The service: --host, else that of the link, else ARTIFACT_SHARE_URL, else the one signed in to
// last. The key: ARTIFACT_SHARE_KEY if the service is ARTIFACT_SHARE_URL, or named by --host where
// that is not set; else the one of `artifact login`. Throws WrongUsage, and Failure where no key is
// known.
Host choose_host(const HostRequest& request);

// --host or another URL that the user gave. Throws WrongUsage.
ServiceUrl parse_service(const std::string& text);

}  // namespace client
