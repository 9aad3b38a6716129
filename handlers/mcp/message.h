// A JSON-RPC 2.0 message from a client, with the restrictions of the Model Context Protocol: no
// batches, ids are strings or integers, and params is an object.
//
// core/json/json_object.h has further restrictions on the JSON. The lengths of ids and methods are
// limited, as responses repeat them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/json/json_object.h"
#include "core/json/json_writer.h"

namespace handlers::mcp {

// The codes in use, of JSON-RPC and of the Model Context Protocol.
enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  header_mismatch = -32020,
  unsupported_version = -32022,
};

struct RpcError {
  RpcCode code = RpcCode::invalid_request;
  std::string message;
  std::string data = {};  // JSON; empty: none
};

// Refers to the text that it was parsed from.
struct Message {
  std::optional<std::string_view> id;  // its JSON text; nothing for a notification
  std::string method;
  core::JsonObject params;  // empty if absent

  bool is_notification() const { return !id; }
};

// The error has the message's id if it could be parsed.
struct MessageProblem {
  RpcError error;
  std::optional<std::string_view> id;
};

std::variant<Message, MessageProblem> read_message(const std::string& text);

// The member of this name as an object: empty if it is absent, nothing if it has another type.
std::optional<core::JsonObject> object_member(const core::JsonObject& object,
                                              std::string_view name);

// The error response. `id` is absent if the message's id could not be parsed.
std::string error_response(const std::optional<std::string_view>& id, const RpcError& error);

}  // namespace handlers::mcp
