#include "handlers/mcp/tools/all_tools.h"

#include <array>

namespace handlers::mcp {

std::span<const Tool* const> all_tools() {
  static const std::array kTools{&share_tool(),       &update_tool(),     &find_tool(),
                                 &read_tool(),        &list_links_tool(), &change_link_tool(),
                                 &revoke_link_tool(), &delete_tool(),     &restore_tool()};
  return kTools;
}

}  // namespace handlers::mcp
