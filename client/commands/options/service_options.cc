#include "client/commands/options/service_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdlib>

#include "client/commands/options/named_values.h"

namespace client {
namespace {

constexpr const char* kGroup = "Connection options";
constexpr const char* kAuthorities = "ARTIFACT_SHARE_CA_CERT";
constexpr unsigned kLongestTimeout = 3600;
constexpr unsigned kMaximumRetries = 20;

}  // namespace

CallOptions ServiceOptions::call_options() const {
  std::optional<std::string> authorities = ca_certificates;
  const char* const of_environment = std::getenv(kAuthorities);
  if (!authorities && of_environment != nullptr && *of_environment != '\0')
    authorities = of_environment;
  return {.connection = {.ca_certificates = authorities,
                         .timeout = std::chrono::seconds(timeout_seconds)},
          .retries = retries};
}

void declare_service_options(CLI::App& app, ServiceOptions& options) {
  app.add_option("--host", options.host, "the service, https://HOST, if there are several")
      ->option_text("URL")
      ->group(kGroup);
  declare_connection_options(app, options);
}

void declare_connection_options(CLI::App& app, ServiceOptions& options) {
  app.add_option("--ca-cert", options.ca_certificates,
                 "trust the certificate authorities in this file (PEM) instead of the system's")
      ->option_text("FILE")
      ->check(CLI::ExistingFile)
      ->group(kGroup);
  app.add_option("--timeout", options.timeout_seconds,
                 "how long to wait while nothing is sent or received; 60 by default")
      ->option_text("SECONDS")
      ->check(from_to(1, kLongestTimeout))
      ->group(kGroup);
  app.add_option("--retries", options.retries,
                 "how often to retry temporary failures; 4 by default")
      ->option_text("N")
      ->check(from_to(0, kMaximumRetries))
      ->group(kGroup);
}

ServiceClient connect(const ServiceOptions& options) {
  return {choose_host({.host = options.host}), options.call_options()};
}

ServiceClient connect(const ServiceOptions& options, const ArtifactReference& artifact) {
  return {choose_host({.host = options.host, .of_link = artifact.service}), options.call_options()};
}

}  // namespace client
