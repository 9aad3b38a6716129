#include "handlers/mcp/message.h"

#include <algorithm>

#include "core/json/json_tree.h"
#include "core/text/ascii.h"

namespace handlers::mcp {
namespace {

using core::JsonMember;
using core::JsonObject;
using core::JsonType;

constexpr std::size_t kLongestId = 256;
constexpr std::size_t kLongestMethod = 128;

// Of any size, as it is only returned.
bool is_integer(std::string_view number) {
  if (core::parse_integer(number)) return true;
  if (number.starts_with('-')) number.remove_prefix(1);
  return !number.empty() && std::all_of(number.begin(), number.end(), core::is_digit);
}

bool is_id(const JsonMember& member) {
  if (member.text.size() > kLongestId) return false;
  return member.type == JsonType::string ||
         (member.type == JsonType::number && is_integer(member.text));
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

std::variant<Message, MessageProblem> read_message(const std::string& text) {
  if (text.empty()) return MessageProblem{{RpcCode::parse_error, "the request has no body"}, {}};
  const auto object = JsonObject::parse(text);
  if (!object) {
    if (object.error().code == core::ErrorCode::invalid_request) return no_object(text);
    return MessageProblem{{RpcCode::parse_error, object.error().sentence()}, {}};
  }
  Message message;
  const JsonMember* const id = object->find("id");
  if (id != nullptr) {
    if (!is_id(*id)) return invalid("id must be a string or an integer of at most 256 bytes");
    message.id = id->text;
  }
  const JsonMember* const version = object->find("jsonrpc");
  if (version == nullptr || version->string != "2.0")
    return invalid("jsonrpc must be \"2.0\"", message.id);
  const JsonMember* const method = object->find("method");
  if (method == nullptr) {
    if (object->find("result") != nullptr || object->find("error") != nullptr)
      return invalid("the server has sent no request that this could be the response to",
                     message.id);
    return invalid("method is missing", message.id);
  }
  if (method->type != JsonType::string || method->string.empty() ||
      method->string.size() > kLongestMethod)
    return invalid("method must be a string of 1 to 128 bytes", message.id);
  message.method = method->string;
  auto params = object_member(*object, "params");
  if (!params) return invalid("params must be an object", message.id);
  message.params = *std::move(params);
  return message;
}

std::optional<JsonObject> object_member(const JsonObject& object, std::string_view name) {
  const JsonMember* const member = object.find(name);
  if (member == nullptr) return JsonObject();
  if (member->type != JsonType::object) return std::nullopt;
  auto inner = JsonObject::parse(member->text);
  if (!inner) return std::nullopt;
  return *std::move(inner);
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

}  // namespace handlers::mcp
