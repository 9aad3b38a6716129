// The configuration of this process: its file, its environment variables, and the files that these
// name.
#pragma once

#include <string>

#include "core/operation/configuration.h"
#include "core/result.h"

namespace runtime {

// Errors: invalid_request, for the operator, also if the file cannot be read.
core::Result<core::Configuration> load_configuration(const std::string& path);

}  // namespace runtime
