// Messages to the MCP server.
#include "core/text/json.h"
#include "handlers/mcp/protocol.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace handlers::mcp;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto outcome = read_message(text);
  std::optional<std::string_view> id;
  RpcError error;
  if (const auto* problem = std::get_if<MessageProblem>(&outcome)) {
    id = problem->id;
    error = problem->error;
  } else {
    const auto& message = std::get<RpcMessage>(outcome);
    id = message.id;
    fuzz::require(!message.method.empty(), "a message has a method");
    for (const core::JsonValue& member : message.params.root())
      object_member(message.params, member.name());
  }
  const std::string response = error_response(id, error);
  fuzz::require(static_cast<bool>(core::JsonTree::parse_object(response)), "a response is JSON");
  return 0;
}
