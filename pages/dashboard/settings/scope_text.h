// What a scope means, for people.
#pragma once

#include <string_view>

#include "core/principal.h"

namespace pages::dashboard {

// "Read and list artifacts"
std::string_view meaning_of(core::Scope scope);

}  // namespace pages::dashboard
