// What `artifact-admin check` looks at. Each function adds what it has found, and throws nothing:
// what cannot be looked at is a finding as well.
#pragma once

#include <string>

#include "cli/connections.h"
#include "cli/moderation/finding.h"
#include "core/operation/configuration.h"

namespace cli {

// The files with secrets, of which the configuration may hold the database's password: whether
// others can read them.
void inspect_configuration_file(const std::string& path, Findings& findings);
void inspect_key_file(const std::string& path, Findings& findings);
// That of the installed service's certificate, where there is one.
void inspect_certificate_key(Findings& findings);

// nginx's configuration, as nginx itself reads it, and whether its limit of bodies is that of the
// workers. Needs to be root.
void inspect_nginx(const core::Configuration& configuration, Findings& findings);

// PostgreSQL: whether it answers and can be written to, its schema against the migrations in
// `migrations`, its clock against this host's.
void inspect_database(Connections& connections, const std::string& migrations, Findings& findings);

// What systemd runs for the installed service: whether the timers run, and how the last run of each
// ended. Says nothing on a host without systemd.
void inspect_timers(Findings& findings);

void inspect_redis(Connections& connections, Findings& findings);

// The service as somebody outside meets it, by its public address: the certificate, whether it is
// this installation that answers, and what a proxy on the way does to host, client address and
// large bodies.
void inspect_public_address(const core::Configuration& configuration, Findings& findings);

}  // namespace cli
