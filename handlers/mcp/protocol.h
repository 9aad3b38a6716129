// The revisions of the Model Context Protocol that the service speaks, and which of them a request
// is of.
//
// Since 2026-07-28 each request says by itself what it needs: version and capabilities in `_meta`,
// and version, method and name in headers, which have to agree with the body. The revisions before
// negotiate by `initialize`; after it, clients send the header MCP-Protocol-Version alone. The
// service keeps nothing between requests for either.
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

// Whether requests stand alone; otherwise a client begins by `initialize`.
constexpr bool is_stateless(Protocol protocol) { return protocol == Protocol::v2026_07_28; }

std::string_view to_string(Protocol protocol);

// The revision that `initialize` answers with: the client's own, or else the newest with
// `initialize`.
Protocol negotiate(std::string_view wanted);

// The revision that a message is of, with everything checked that it requires of each message.
// Requests that name none count as 2025-06-18, since clients of before did not name it either.
std::variant<Protocol, RpcError> protocol_of(const fcgi::Request& request, const Message& message);

}  // namespace handlers::mcp
