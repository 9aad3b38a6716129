// artifact login

#include <filesystem>
#include <string>

#include "client/command_line.h"
#include "client/commands/options.h"
#include "client/service/connection.h"
#include "client/service/hosts.h"
#include "client/sign_in/authorization_server.h"
#include "client/sign_in/sign_in.h"
#include "client/terminal/secret_prompt.h"
#include "client/terminal/terminal.h"
#include "core/text/text.h"

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

void store(const Host& host) {
  const HostsLock lock;
  HostsFile hosts = HostsFile::load();
  hosts.put(host);
  hosts.save();
}

void login(const LoginOptions& options) {
  const ServiceUrl service = parse_service(options.host);
  // Reports a damaged file before the user types a key.
  HostsFile::load();
  Host host{service, Tokens()};
  // Absolute, as the next command may run in another folder.
  if (options.service.ca_certificates)
    host.ca_certificates = std::filesystem::absolute(*options.service.ca_certificates).string();
  if (options.takes_key) {
    host.credential = read_key(service);
  } else {
    host.credential = sign_in(options, host);
    // Stored before the first use, which may renew them.
    store(host);
  }
  ServiceClient client(host, options.service.call_options());
  const Answer answer(client.get("/api/account"));
  const auto key = answer.root().find("key");
  const std::string name = key ? member_text(*key, "name") : std::string();
  if (options.takes_key) store(host);
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

// artifact logout

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
               "under Settings, API keys and apps.");
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

// artifact whoami

namespace {

struct WhoamiOptions {
  bool prints_json = false;
  ServiceOptions service;
};

std::string scopes_of(core::JsonValue key) {
  std::string scopes;
  if (const auto list = key.find("scopes"))
    for (const core::JsonValue scope : *list)
      scopes += (scopes.empty() ? "" : ", ") + scope.string();
  return scopes;
}

void whoami(const WhoamiOptions& options) {
  ServiceClient service = connect(options.service);
  const Answer answer(service.get("/api/account"));
  if (options.prints_json) {
    print_output(answer.text() + '\n');
    return;
  }
  const auto key = answer.root().find("key");
  std::string text = "service  " + service.service().text() + "\naccount  " + answer.string("id") +
                     "\nplan     " + answer.string("plan") + "\nlimit    " +
                     member_text(answer.root(), "requestsPerMinute") + " requests per minute\n";
  if (key) {
    text += "key      " + member_text(*key, "name") + " (" + member_text(*key, "id") +
            ")\nscopes   " + scopes_of(*key) + '\n';
  }
  print_output(without_control_characters(text));
  const HostsFile hosts = HostsFile::load();
  for (const Host& host : hosts.hosts())
    if (host.service != service.service()) print_note("also signed in to " + host.service.text());
}

}  // namespace

void declare_whoami(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<WhoamiOptions> command(
      app, chosen, "whoami", "show the service, account and API key that are used", &whoami);
  WhoamiOptions& options = command.options();
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
