// HostsFile: the services that the user has signed in to, with their API keys or tokens.
//
// It is hosts.json in $XDG_CONFIG_HOME/artifact-share or ~/.config/artifact-share, of mode 0600 in
// a folder of mode 0700. It is replaced as a whole, so readers see the old file or the new one.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "client/hosts/host.h"
#include "core/descriptor.h"

namespace client {

// Holds up everybody else who changes the file, as long as it exists. Take it before load() if
// save() is to follow.
class HostsLock {
 public:
  // Waits for others, and says so on standard error if it takes a while. Throws Failure if they
  // have not finished within `longest_wait` or HOME is not set, and std::system_error.
  explicit HostsLock(std::chrono::milliseconds longest_wait = std::chrono::seconds(30));

 private:
  core::Descriptor file_;
};

class HostsFile {
 public:
  // Empty where there is no file yet. Throws Failure if it cannot be read, is not of this form, or
  // other users can read it.
  static HostsFile load();

  const std::vector<Host>& hosts() const { return hosts_; }
  // Null if the user is not signed in to this service.
  const Host* find(const ServiceUrl& service) const;
  // The one that commands use unless told otherwise: the one signed in to last. Null if there is
  // none.
  const Host* current() const;

  // Adds the host or replaces the one of the same service, and makes it the current one.
  void put(Host host);
  // Replaces the one of the same service where it is.
  void replace(const Host& host);
  // Whether there was one. The one signed in to before becomes the current one.
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
