// Where the installed service has its migrations.
#pragma once

namespace cli {

constexpr const char* kMigrations = "/usr/share/artifact-share/migrations";

}  // namespace cli
