// The methods of the protocol, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "handlers/mcp/protocol.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {

// Writes the members of the result into the open object, or returns an error instead.
using Method = std::optional<RpcError> (*)(Call& call, const core::JsonTree& params,
                                           core::JsonWriter& result);

// Null if this revision has no such method.
Method find_method(std::string_view name, Protocol protocol);

// How long clients may cache a result, in milliseconds, and for whom. Revisions since 2026-07-28
// require this in the results of lists and reads.
inline constexpr int kForAnHour = 3'600'000;
inline constexpr int kForFiveMinutes = 300'000;
inline constexpr int kNotAtAll = 0;
enum class CacheScope : std::uint8_t { everybody, caller };
void write_caching(const Call& call, core::JsonWriter& result, int milliseconds, CacheScope scope);

// The server's name and instructions, for clients to show and to pass to the model.
void write_server_info(const core::Configuration& configuration, core::JsonWriter& json);

// The address of the server's metadata (RFC 9728), and the parameters of its Bearer challenge,
// which name it.
std::string metadata_url(const core::Configuration& configuration);
std::string challenge(const core::Configuration& configuration);

// Pagination of the protocol's lists.

// Rejects a cursor for a list that is always a single page.
std::optional<RpcError> refuse_cursor(const core::JsonTree& params);

}  // namespace handlers::mcp
