// artifact-admin migrate
#include <cstdio>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/migrations.h"
#include "db/migrator.h"

namespace cli {

void migrate(const Arguments& arguments) {
  Connections connections(arguments);
  const auto applied =
      db::migrate(connections.postgres, arguments.value("--migrations").value_or(kMigrations));
  for (const std::string& name : applied) std::printf("applied %s\n", name.c_str());
  if (applied.empty()) std::puts("the schema is up to date");
}

}  // namespace cli
