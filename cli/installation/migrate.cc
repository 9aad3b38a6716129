// artifact-admin migrate
#include <cstdio>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/installation/migrations.h"
#include "db/operation/migrator.h"

namespace cli {

void migrate(const Arguments& arguments) {
  Connections connections(arguments);
  const db::SchemaState found =
      db::migrate(connections.postgres, arguments.value("--migrations").value_or(kMigrations));
  for (const std::string& name : found.pending) std::printf("applied %s\n", name.c_str());
  if (!found.newer.empty()) {
    std::printf("the schema is from a newer version (%s); nothing to do\n",
                found.newer.back().c_str());
  } else if (found.pending.empty()) {
    std::puts("the schema is up to date");
  }
}

}  // namespace cli
