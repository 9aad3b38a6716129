// A JSON-RPC 2.0 message that a client has sent, as the Model Context Protocol restricts it: one
// message at a time, ids are strings or integers, params are an object.
//
// What is refused beyond that: see core/json/json_object.h. Ids, methods and their number are
// bounded, as they are sent back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/json/json_object.h"
#include "core/json/json_writer.h"

namespace handlers::mcp {

// The codes that the service uses: those of JSON-RPC, and of the protocol itself.
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

// Points into the text that it was read from.
struct Message {
  std::optional<std::string_view> id;  // its JSON text; nothing for a notification
  std::string method;
  core::JsonObject params;  // empty where there are none

  bool is_notification() const { return !id; }
};

// An id goes with an error where the message had one that could be read.
struct MessageProblem {
  RpcError error;
  std::optional<std::string_view> id;
};

std::variant<Message, MessageProblem> read_message(const std::string& text);

// The member of `object` that has this name, if it is an object: empty if it is absent, nothing if
// it is anything else.
std::optional<core::JsonObject> object_member(const core::JsonObject& object,
                                              std::string_view name);

// The error response. Without an id it is for a message whose id could not be read.
std::string error_response(const std::optional<std::string_view>& id, const RpcError& error);

}  // namespace handlers::mcp
