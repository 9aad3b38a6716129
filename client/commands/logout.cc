// artifact logout
#include <string>

#include "client/commands/command_declaration.h"
#include "client/failure.h"
#include "client/hosts/host_choice.h"
#include "client/hosts/hosts_file.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct LogoutOptions {
  std::string host;
};

void logout(const LogoutOptions& options) {
  const ServiceUrl service = parse_service(options.host);
  HostsFile hosts = HostsFile::load();
  if (!hosts.remove(service))
    throw Failure(ExitStatus::failure, "not signed in to " + service.text());
  hosts.save();
  print_note("The key of " + service.text() +
             " is removed from this machine. It still works: revoke it in the dashboard.");
}

}  // namespace

void declare_logout(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LogoutOptions> command(
      app, chosen, "logout", "remove the key of a service from this machine", &logout);
  command.app()
      .add_option("service", command.options().host, "the service, https://HOST")
      ->option_text("URL")
      ->required();
}

}  // namespace client
