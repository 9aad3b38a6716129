// A JSON-RPC 2.0 message from a client, with the restrictions of the Model Context Protocol: no
// batches, ids are strings or integers, and params is an object.
//
// core/text/json.h has further restrictions on the JSON. The lengths of ids and methods are
// limited, as responses repeat them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "fcgi/request.h"

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
struct RpcMessage {
  std::optional<std::string_view> id;  // its JSON text; nothing for a notification
  std::string method;
  core::JsonTree params;  // an object, empty if absent

  bool is_notification() const { return !id; }
};

// The error has the message's id if it could be parsed.
struct MessageProblem {
  RpcError error;
  std::optional<std::string_view> id;
};

std::variant<RpcMessage, MessageProblem> read_message(const std::string& text);

// The member of this name as an object: empty if it is absent, nothing if it has another type.
std::optional<core::JsonTree> object_member(const core::JsonTree& object, std::string_view name);

// The error response. `id` is absent if the message's id could not be parsed.
std::string error_response(const std::optional<std::string_view>& id, const RpcError& error);

// The supported revisions of the Model Context Protocol, and which of them a request uses.
//
// Since 2026-07-28 each request is self-contained: it has the version and capabilities in `_meta`,
// and the version, method and name in headers, which must match the body. Earlier revisions
// negotiate the version with `initialize`; afterwards clients send it in the header
// MCP-Protocol-Version. The service keeps no state between requests in either case.

enum class Protocol : std::uint8_t { v2025_06_18, v2025_11_25, v2026_07_28 };

using NamedProtocol = std::pair<std::string_view, Protocol>;
// The newest first.
inline constexpr std::array kProtocols{
    NamedProtocol{"2026-07-28", Protocol::v2026_07_28},
    NamedProtocol{"2025-11-25", Protocol::v2025_11_25},
    NamedProtocol{"2025-06-18", Protocol::v2025_06_18},
};

// Whether requests are self-contained; otherwise a client begins with `initialize`.
constexpr bool is_stateless(Protocol protocol) { return protocol == Protocol::v2026_07_28; }

std::string_view to_string(Protocol protocol);

// The revision that `initialize` returns: the client's if it is supported, otherwise the newest one
// that has `initialize`.
Protocol negotiate(std::string_view wanted);

// Returns the revision of a message after checking what that revision requires of every message. A
// request without a version is treated as 2025-06-18, as older clients do not send one.
std::variant<Protocol, RpcError> protocol_of(const fcgi::Request& request,
                                             const RpcMessage& message);

// Whether an argument of a tool or a prompt has to be given.

enum class Required : bool { no, yes };

}  // namespace handlers::mcp
