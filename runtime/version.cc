#include "runtime/version.h"

namespace runtime {

std::string_view version() { return ARTIFACT_SHARE_VERSION; }

}  // namespace runtime
