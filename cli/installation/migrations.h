// The directory with the migrations of the installed service.
#pragma once

namespace cli {

constexpr const char* kMigrations = "/usr/share/artifact-share/migrations";

}  // namespace cli
