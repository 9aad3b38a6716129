// What the service does with content, from the request that brings it to all that is made of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "growth.h"

namespace tests {

// With content of the template, in JSON.
std::vector<Work> works_on(core::Template id);
// With a text that is a member of the content.
std::vector<Work> works_on(core::Template id, std::string_view member);

}  // namespace tests
