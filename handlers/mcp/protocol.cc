#include "handlers/mcp/protocol.h"

#include <algorithm>

#include "core/text/encodings.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace handlers::mcp {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;

constexpr std::size_t kLongestId = 256;
constexpr std::size_t kLongestMethod = 128;

// Whether the text is an integer, of any size, as it is only returned.
bool is_integer(std::string_view number) {
  if (core::parse_integer(number)) return true;
  if (number.starts_with('-')) number.remove_prefix(1);
  return !number.empty() && std::all_of(number.begin(), number.end(), core::is_digit);
}

bool is_id(JsonValue value) {
  if (value.text().size() > kLongestId) return false;
  return value.is(JsonType::string) || (value.is(JsonType::number) && is_integer(value.text()));
}

MessageProblem invalid(std::string message, std::optional<std::string_view> id = std::nullopt) {
  return {{RpcCode::invalid_request, std::move(message)}, id};
}

// Why the text is not an object.
MessageProblem no_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '[')
    return invalid("send one message per request; batches are not supported");
  return invalid("the body must be a JSON-RPC message, which is an object");
}

}  // namespace

std::variant<RpcMessage, MessageProblem> read_message(const std::string& text) {
  if (text.empty()) return MessageProblem{{RpcCode::parse_error, "the request has no body"}, {}};
  const auto tree = JsonTree::parse_object(text);
  if (!tree) {
    if (tree.error().code == core::ErrorCode::invalid_request) return no_object(text);
    return MessageProblem{{RpcCode::parse_error, tree.error().sentence()}, {}};
  }
  const JsonValue object = tree->root();
  RpcMessage message;
  if (const auto id = object.find("id")) {
    if (!is_id(*id)) return invalid("id must be a string or an integer of at most 256 bytes");
    message.id = id->text();
  }
  const auto version = object.find("jsonrpc");
  if (!version || version->exact_string() != "2.0")
    return invalid("jsonrpc must be \"2.0\"", message.id);
  const auto method = object.find("method");
  if (!method) {
    if (object.find("result") || object.find("error"))
      return invalid("the server has sent no request that this could be the response to",
                     message.id);
    return invalid("method is missing", message.id);
  }
  message.method = method->exact_string();
  if (message.method.empty() || message.method.size() > kLongestMethod)
    return invalid("method must be a string of 1 to 128 bytes", message.id);
  auto params = object_member(*tree, "params");
  if (!params) return invalid("params must be an object", message.id);
  message.params = *std::move(params);
  return message;
}

std::optional<JsonTree> object_member(const JsonTree& object, std::string_view name) {
  const auto member = object.root().find(name);
  if (!member) return JsonTree();
  if (!member->is(JsonType::object) || core::check_members(*member)) return std::nullopt;
  return object.part(*member);
}

std::string error_response(const std::optional<std::string_view>& id, const RpcError& error) {
  core::JsonWriter json;
  json.begin_object();
  json.member("jsonrpc", "2.0");
  if (id) json.key("id").raw(*id);
  json.key("error").begin_object();
  json.member("code", static_cast<int>(error.code));
  json.member("message", error.message);
  if (!error.data.empty()) json.key("data").raw(error.data);
  json.end_object();
  json.end_object();
  return json.text();
}

namespace {

using core::JsonType;
using core::JsonValue;

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

std::optional<Protocol> parse_protocol(std::string_view name) {
  for (const auto& [known, protocol] : kProtocols)
    if (known == name) return protocol;
  return std::nullopt;
}

RpcError unsupported(std::string_view requested) {
  core::JsonWriter data;
  data.begin_object().key("supported").begin_array();
  for (const auto& [name, protocol] : kProtocols) data.value(name);
  data.end_array().member("requested", core::whole_characters(requested, 64)).end_object();
  return {RpcCode::unsupported_version, "unsupported protocol version", data.text()};
}

RpcError mismatch(std::string message) {
  return {RpcCode::header_mismatch, "header mismatch: " + std::move(message)};
}

// Decodes a header value that was encoded to be ASCII; nothing if the encoding is invalid.
std::optional<std::string> decode(std::string_view value) {
  constexpr std::string_view kBegin = "=?base64?";
  constexpr std::string_view kEnd = "?=";
  if (!value.starts_with(kBegin) || !value.ends_with(kEnd) ||
      value.size() < kBegin.size() + kEnd.size())
    return std::string(value);
  value.remove_prefix(kBegin.size());
  value.remove_suffix(kEnd.size());
  return core::from_base64(value);
}

// The member of the params that the header Mcp-Name repeats; empty for methods without one.
std::string_view name_member(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  return {};
}

std::optional<RpcError> check_headers(const fcgi::Request& request, const RpcMessage& message) {
  if (message.is_notification()) return std::nullopt;
  if (!request.has("HTTP_MCP_METHOD")) return mismatch("Mcp-Method is missing");
  if (request.parameter("HTTP_MCP_METHOD") != message.method)
    return mismatch("Mcp-Method is not the body's method");
  const std::string_view member = name_member(message.method);
  if (member.empty()) return std::nullopt;
  if (!request.has("HTTP_MCP_NAME")) return mismatch("Mcp-Name is missing");
  const auto name = decode(request.parameter("HTTP_MCP_NAME"));
  if (!name) return mismatch("Mcp-Name is not valid Base64");
  const auto named = message.params.root().find(member);
  if (named && named->is(JsonType::string) && named->exact_string() == *name) return std::nullopt;
  return mismatch("Mcp-Name is not the body's params." + std::string(member));
}

// The members of `_meta` that revisions since 2026-07-28 require in each request.
std::optional<RpcError> check_meta(JsonValue meta) {
  const auto capabilities = meta.find(kCapabilitiesKey);
  if (capabilities && capabilities->is(JsonType::object)) return std::nullopt;
  return RpcError{RpcCode::invalid_params,
                  "params._meta must have " + std::string(kCapabilitiesKey) + ", an object"};
}

}  // namespace

std::string_view to_string(Protocol protocol) {
  return std::find_if(kProtocols.begin(), kProtocols.end(),
                      [&](const NamedProtocol& named) { return named.second == protocol; })
      ->first;
}

Protocol negotiate(std::string_view wanted) {
  const auto known = parse_protocol(wanted);
  return known && !is_stateless(*known) ? *known : Protocol::v2025_11_25;
}

std::variant<Protocol, RpcError> protocol_of(const fcgi::Request& request,
                                             const RpcMessage& message) {
  const auto meta = object_member(message.params, "_meta");
  if (!meta) return RpcError{RpcCode::invalid_params, "params._meta must be an object"};
  const auto version = meta->root().find(kVersionKey);
  const std::string_view header = request.parameter("HTTP_MCP_PROTOCOL_VERSION");
  const bool has_header = request.has("HTTP_MCP_PROTOCOL_VERSION");

  if (version) {
    if (!version->is(JsonType::string))
      return RpcError{RpcCode::invalid_params,
                      "params._meta: " + std::string(kVersionKey) + " must be a string"};
    if (!has_header) return mismatch("MCP-Protocol-Version is missing");
    if (header != version->exact_string())
      return mismatch("MCP-Protocol-Version is not the body's protocol version");
  }
  if (!has_header) return Protocol::v2025_06_18;
  const auto protocol = parse_protocol(header);
  if (!protocol) return unsupported(header);
  if (!is_stateless(*protocol)) return *protocol;

  if (!version && !message.is_notification())
    return RpcError{RpcCode::invalid_params, "params._meta must have " + std::string(kVersionKey)};
  if (!message.is_notification())
    if (auto problem = check_meta(meta->root())) return *std::move(problem);
  if (auto problem = check_headers(request, message)) return *std::move(problem);
  return *protocol;
}

}  // namespace handlers::mcp
