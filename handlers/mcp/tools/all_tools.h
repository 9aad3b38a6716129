// Every tool, in the order in which models read of them.
#pragma once

#include <span>

#include "handlers/mcp/tool.h"

namespace handlers::mcp {

const Tool& share_tool();
const Tool& update_tool();
const Tool& find_tool();
const Tool& read_tool();
const Tool& list_links_tool();
const Tool& change_link_tool();
const Tool& revoke_link_tool();
const Tool& delete_tool();
const Tool& restore_tool();

std::span<const Tool* const> all_tools();

}  // namespace handlers::mcp
