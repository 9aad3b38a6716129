// The services that the user has signed in to, and the choice of one for a command.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client/service/address.h"
#include "core/descriptor.h"
#include "core/security/tokens.h"

namespace client {

// Host: a service and its credentials: an API key, or the tokens of `artifact login` in the
// browser.

struct Tokens {
  std::string access;
  // Can be exchanged once, for a new pair (client/sign_in/authorization_server.h).
  std::string refresh;
  // Unix time in seconds, by this machine's clock.
  std::int64_t access_expires_at = 0;
};

struct Host {
  ServiceUrl service;
  std::variant<core::ApiKey, Tokens> credential;
  // A file of certificate authorities, in PEM, that is trusted instead of the system's.
  std::optional<std::string> ca_certificates = std::nullopt;

  // Null if an API key is used.
  const Tokens* tokens() const { return std::get_if<Tokens>(&credential); }
  // The bearer token to send.
  const std::string& bearer() const {
    const Tokens* const given = tokens();
    return given != nullptr ? given->access : std::get<core::ApiKey>(credential).secret();
  }
};

// The service that a command calls, and the API key or tokens for it.
//
// A key is never sent to another service than the one it was given for: a link to a service that
// the user is not signed in to is a failure.

struct HostRequest {
  std::optional<std::string> host = std::nullopt;    // --host, as given
  std::optional<ServiceUrl> of_link = std::nullopt;  // the service of a link
};

// The service: --host, else that of the link, else ARTIFACT_SHARE_URL, else the one signed in to
// last. The key: ARTIFACT_SHARE_KEY if the service is ARTIFACT_SHARE_URL, or if that is not set and
// --host names the service; else the one of `artifact login`. Throws WrongUsage, and Failure if
// there is no key.
Host choose_host(const HostRequest& request);

// --host or another URL that the user gave. Throws WrongUsage.
ServiceUrl parse_service(const std::string& text);

// HostsFile: the services that the user has signed in to, with their API keys or tokens.
//
// The file is hosts.json in $XDG_CONFIG_HOME/artifact-share or ~/.config/artifact-share, with mode
// 0600 in a folder with mode 0700. It is replaced atomically.

// While this lock exists, other processes wait before they change the file. Take it before load()
// if save() follows.
class HostsLock {
 public:
  // Waits for other processes, with a message on standard error if it takes a while. Throws Failure
  // after `longest_wait` or if HOME is not set, and std::system_error.
  explicit HostsLock(std::chrono::milliseconds longest_wait = std::chrono::seconds(30));

 private:
  core::Descriptor file_;
};

class HostsFile {
 public:
  // Empty if there is no file yet. Throws Failure if it cannot be read, is not valid, or other
  // users can read it.
  static HostsFile load();

  const std::vector<Host>& hosts() const { return hosts_; }
  // Null if the user is not signed in to this service.
  const Host* find(const ServiceUrl& service) const;
  // The default for commands: the one signed in to last. Null if there is none.
  const Host* current() const;

  // Adds the host or replaces the one of the same service, and makes it the current one.
  void put(Host host);
  // Replaces the one of the same service, in its place.
  void replace(const Host& host);
  // Returns whether there was one. The one signed in to before becomes the current one.
  bool remove(const ServiceUrl& service);

  // Throws Failure if HOME is not set, and std::system_error.
  void save() const;

 private:
  explicit HostsFile(std::string path) : path_(std::move(path)) {}
  void read(const std::string& text);

  std::string path_;         // empty if HOME is not set
  std::vector<Host> hosts_;  // in the order in which they were signed in to
};

}  // namespace client
