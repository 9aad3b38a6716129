// artifact login
#include <filesystem>
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/options/service_options.h"
#include "client/hosts/hosts_file.h"
#include "client/service/answer.h"
#include "client/sign_in/browser_sign_in.h"
#include "client/sign_in/device_sign_in.h"
#include "client/terminal/message.h"
#include "client/terminal/secret_prompt.h"
#include "core/text/split.h"

namespace client {
namespace {

struct LoginOptions {
  std::string host;
  bool takes_key = false;
  bool is_on_other_device = false;
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

Tokens sign_in(const LoginOptions& options, const Host& host) {
  UploadProgress progress;
  ConnectionOptions connection_options = options.service.call_options().connection;
  HttpConnection connection(host.service, connection_options, progress);
  try {
    AuthorizationServer server(connection);
    if (!options.is_on_other_device && has_browser())
      if (auto tokens = sign_in_with_browser(server)) return *std::move(tokens);
    return sign_in_on_other_device(server);
  } catch (const NetworkFailure& failure) {
    throw Failure(ExitStatus::unreachable, failure.what());
  }
}

void keep(const Host& host) {
  const HostsLock lock;
  HostsFile hosts = HostsFile::load();
  hosts.put(host);
  hosts.save();
}

void login(const LoginOptions& options) {
  const ServiceUrl service = parse_service(options.host);
  // A damaged file is told before anybody types a key.
  HostsFile::load();
  Host host{service, Tokens()};
  // It is found from whatever folder the next command runs in.
  if (options.service.ca_certificates)
    host.ca_certificates = std::filesystem::absolute(*options.service.ca_certificates).string();
  if (options.takes_key) {
    host.credential = read_key(service);
  } else {
    host.credential = sign_in(options, host);
    // Before the first use, which may renew them.
    keep(host);
  }
  ServiceClient client(host, options.service.call_options());
  const Answer answer(client.get("/api/account"));
  const auto key = answer.root().find("key");
  const std::string name = key ? member_text(*key, "name") : std::string();
  if (options.takes_key) keep(host);
  print_note(without_control_characters("Signed in to " + service.text() +
                                        (options.takes_key ? " with the key \"" : " as \"") + name +
                                        "\" of the account " + answer.string("id") + '.'));
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
  command.app()
      .add_flag("--device", options.is_on_other_device,
                "show a code to enter in the browser of another device")
      ->excludes("--with-key");
  declare_connection_options(command.app(), options.service);
}

}  // namespace client
