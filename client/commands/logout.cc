// artifact logout
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/options/service_options.h"
#include "client/failure.h"
#include "client/hosts/hosts_file.h"
#include "client/sign_in/authorization_server.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct LogoutOptions {
  std::string host;
  ServiceOptions service;
};

// Whether the service has ended the sign-in.
bool end_sign_in(const Host& host, const ServiceOptions& options) {
  ConnectionOptions connection_options = options.call_options().connection;
  if (!connection_options.ca_certificates)
    connection_options.ca_certificates = host.ca_certificates;
  UploadProgress progress;
  HttpConnection connection(host.service, connection_options, progress);
  try {
    AuthorizationServer(connection).revoke(host.tokens()->refresh);
    return true;
  } catch (const NetworkFailure& failure) {
    print_message(failure.what());
  } catch (const Failure& failure) {
    print_message(failure.what());
  }
  return false;
}

Host forget(const ServiceUrl& service) {
  const HostsLock lock;
  HostsFile hosts = HostsFile::load();
  const Host* const known = hosts.find(service);
  if (known == nullptr) throw Failure(ExitStatus::failure, "not signed in to " + service.text());
  Host host = *known;
  hosts.remove(service);
  hosts.save();
  return host;
}

void logout(const LogoutOptions& options) {
  const ServiceUrl service = parse_service(options.host);
  const Host host = forget(service);
  if (host.tokens() == nullptr) {
    print_note("The key of " + service.text() +
               " is removed from this machine. It still works: revoke it in the dashboard.");
  } else if (end_sign_in(host, options.service)) {
    print_note("Signed out of " + service.text() + '.');
  } else {
    print_note("The sign-in to " + service.text() +
               " is removed from this machine. It still works: disconnect it in the dashboard, "
               "under Settings, Connected apps.");
  }
}

}  // namespace

void declare_logout(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LogoutOptions> command(app, chosen, "logout",
                                            "sign out of a service on this machine", &logout);
  command.app()
      .add_option("service", command.options().host, "the service, https://HOST")
      ->option_text("URL")
      ->required();
  declare_connection_options(command.app(), command.options().service);
}

}  // namespace client
