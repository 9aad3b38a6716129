// The supported revisions of the Model Context Protocol, and which of them a request uses.
//
// Since 2026-07-28 each request is self-contained: it has the version and capabilities in `_meta`,
// and the version, method and name in headers, which must match the body. Earlier revisions
// negotiate the version with `initialize`; afterwards clients send it in the header
// MCP-Protocol-Version. The service keeps no state between requests in either case.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "fcgi/request.h"
#include "handlers/mcp/message.h"

namespace handlers::mcp {

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
std::variant<Protocol, RpcError> protocol_of(const fcgi::Request& request, const Message& message);

}  // namespace handlers::mcp
