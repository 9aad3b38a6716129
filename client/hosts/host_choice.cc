#include "client/hosts/host_choice.h"

#include <cstdlib>

#include "client/failure.h"
#include "client/hosts/hosts_file.h"
#include "core/text/split.h"

namespace client {
namespace {

constexpr const char* kUrl = "ARTIFACT_SHARE_URL";
constexpr const char* kKey = "ARTIFACT_SHARE_KEY";

// Nothing if it is not set or empty.
std::optional<std::string> variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(core::trim(value));
}

std::optional<ServiceUrl> service_of_environment() {
  const auto url = variable(kUrl);
  if (!url) return std::nullopt;
  auto service = ServiceUrl::parse(*url);
  if (!service) throw WrongUsage(std::string(kUrl) + " must be the URL of a service, https://HOST");
  return service;
}

core::ApiKey parse_key(const std::string& text) {
  auto key = core::ApiKey::parse(text);
  if (!key) {
    throw Failure(ExitStatus::not_permitted,
                  std::string(kKey) + " is not a valid API key (artk_…): is it complete?");
  }
  return *std::move(key);
}

Failure not_signed_in(const ServiceUrl& service) {
  return {ExitStatus::not_permitted,
          "not signed in to " + service.host() + "; run: artifact login " + service.text()};
}

}  // namespace

ServiceUrl parse_service(const std::string& text) {
  const auto service = ServiceUrl::parse(text);
  if (!service) throw WrongUsage('"' + text + "\" is not the URL of a service, https://HOST");
  return *service;
}

Host choose_host(const HostRequest& request) {
  const auto of_environment = service_of_environment();
  const auto key = variable(kKey);

  std::optional<ServiceUrl> service;
  if (request.host) {
    service = parse_service(*request.host);
  } else if (request.of_link) {
    service = request.of_link;
  } else {
    service = of_environment;
  }

  const bool key_is_for_service =
      key && service && (of_environment ? *service == *of_environment : request.host.has_value());
  if (key_is_for_service) return {*service, parse_key(*key)};
  if (key && !service) {
    throw WrongUsage(std::string(kKey) + " is set, but not " + kUrl +
                     ": name the service that the key is for");
  }

  const HostsFile hosts = HostsFile::load();
  const Host* const known = service ? hosts.find(*service) : hosts.current();
  if (known == nullptr) {
    if (service) throw not_signed_in(*service);
    throw Failure(ExitStatus::not_permitted, "not signed in; run: artifact login https://HOST");
  }
  return *known;
}

}  // namespace client
