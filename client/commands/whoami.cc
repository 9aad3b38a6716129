// artifact whoami
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/options/service_options.h"
#include "client/hosts/hosts_file.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
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
