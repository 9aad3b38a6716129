// Reading lists of the API page by page, by their cursors.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "client/service/service_client.h"
#include "core/json/json_tree.h"

namespace client {

// Parameters of the list; those without a value are left out.
using ListFilters = std::vector<std::pair<std::string, std::string>>;

// Calls `each` for the first `most` items, until it answers false. Whether there are more.
bool read_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
               std::size_t most, const std::function<bool(core::JsonValue)>& each);

}  // namespace client
