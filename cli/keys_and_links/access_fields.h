// What a key or a connected app may do, as commands print it.
#pragma once

#include <string>

#include "core/identity/publishing_limits.h"
#include "core/identity/scope.h"
#include "core/json/json_writer.h"

namespace cli {

void write_scopes(core::JsonWriter& json, const core::Scopes& scopes);
void write_limits(core::JsonWriter& json, const core::PublishingLimits& limits);

// "  (expiry at most 7d)"; empty if there are no limits.
std::string limits_text(const core::PublishingLimits& limits);

}  // namespace cli
