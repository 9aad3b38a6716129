// artifact login
#include <filesystem>
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/service_options.h"
#include "client/hosts/hosts_file.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"
#include "client/terminal/secret_prompt.h"
#include "core/text/split.h"

namespace client {
namespace {

struct LoginOptions {
  std::string host;
  bool takes_key = false;
  ServiceOptions service;
};

core::ApiKey read_key(const ServiceUrl& service) {
  const std::string text = read_secret("API key of " + service.host(), false);
  auto key = core::ApiKey::parse(core::trim(text));
  if (!key) {
    throw Failure(ExitStatus::not_permitted,
                  "that is not a valid API key (artk_…): is it complete?");
  }
  return *std::move(key);
}

void login(const LoginOptions& options) {
  const ServiceUrl service = parse_service(options.host);
  if (!options.takes_key) {
    throw WrongUsage("this version signs in with an API key only: create one at " + service.text() +
                     "/dashboard/settings/keys and run: artifact login " + service.text() +
                     " --with-key");
  }
  HostsFile hosts = HostsFile::load();
  Host host{service, read_key(service)};
  // It is found from whatever folder the next command runs in.
  if (options.service.ca_certificates)
    host.ca_certificates = std::filesystem::absolute(*options.service.ca_certificates).string();
  ServiceClient client(host, options.service.call_options());
  const Answer answer(client.get("/api/account"));
  const auto key = answer.root().find("key");
  const std::string name = key ? member_text(*key, "name") : std::string();
  hosts.put(std::move(host));
  hosts.save();
  print_note("Signed in to " + service.text() + " with the key \"" + name + "\" of the account " +
             answer.string("id") + '.');
}

}  // namespace

void declare_login(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LoginOptions> command(app, chosen, "login", "sign in to a service", &login);
  LoginOptions& options = command.options();
  command.app()
      .add_option("service", options.host, "the service, https://HOST")
      ->option_text("URL")
      ->required();
  command.app().add_flag("--with-key", options.takes_key,
                         "with an API key: asked for, or read from standard input");
  declare_connection_options(command.app(), options.service);
}

}  // namespace client
