// POST /mcp
#include "handlers/mcp/server.h"

#include <array>
#include <string>
#include <variant>

#include "app/request_admission.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/prompts.h"
#include "handlers/mcp/protocol.h"
#include "handlers/mcp/resources.h"
#include "handlers/mcp/tool.h"
#include "handlers/mcp/tool_calls.h"
#include "runtime/process.h"

namespace handlers::mcp {
namespace {

using core::JsonTree;
using core::JsonWriter;

// After the name of the installation.
constexpr std::string_view kInstructions =
    " turns documents, charts, tables, PDFs, code, web pages and pictures into web pages behind a "
    "link that anyone can open without an account. Use `share` to publish and give the user the "
    "URL that it returns. To change what people see under a link that exists, use `edit` or "
    "`append` for a part and `update` for all of it, instead of sharing again: the link stays the "
    "same. `find` and `read` give access to what was shared before. Links are public to whoever "
    "has them: set a password or a short expiry for what is confidential, and ask before you "
    "delete or revoke.";

std::string instructions(const Call& call) {
  return call.configuration.installation.name + std::string(kInstructions);
}

void write_capabilities(JsonWriter& json) {
  json.key("capabilities").begin_object();
  for (const char* const capability : {"tools", "resources", "prompts"})
    json.key(capability).begin_object().end_object();
  json.end_object();
}

std::optional<RpcError> initialize(Call& call, const JsonTree& params, JsonWriter& result) {
  const auto wanted = params.root().find("protocolVersion");
  if (!wanted || !wanted->is(core::JsonType::string))
    return RpcError{RpcCode::invalid_params, "protocolVersion must be a string"};
  result.member("protocolVersion", to_string(negotiate(wanted->exact_string())));
  write_capabilities(result);
  result.key("serverInfo");
  write_server_info(call.configuration, result);
  result.member("instructions", instructions(call));
  return std::nullopt;
}

std::optional<RpcError> discover(Call& call, const JsonTree&, JsonWriter& result) {
  result.key("supportedVersions").begin_array();
  for (const auto& [name, protocol] : kProtocols) result.value(name);
  result.end_array();
  write_capabilities(result);
  result.member("instructions", instructions(call));
  write_caching(call, result, kForAnHour, CacheScope::everybody);
  return std::nullopt;
}

std::optional<RpcError> ping(Call&, const JsonTree&, JsonWriter&) { return std::nullopt; }

enum class Versions : std::uint8_t { each, with_initialize, stateless };

struct NamedMethod {
  std::string_view name;
  Versions versions;
  Method method;
};

constexpr std::array kMethods{
    NamedMethod{"initialize", Versions::with_initialize, initialize},
    NamedMethod{"ping", Versions::with_initialize, ping},
    NamedMethod{"server/discover", Versions::stateless, discover},
    NamedMethod{"tools/list", Versions::each, list_tools},
    NamedMethod{"tools/call", Versions::each, call_tool},
    NamedMethod{"resources/list", Versions::each, list_resources},
    NamedMethod{"resources/templates/list", Versions::each, list_resource_templates},
    NamedMethod{"resources/read", Versions::each, read_resource},
    NamedMethod{"prompts/list", Versions::each, list_prompts},
    NamedMethod{"prompts/get", Versions::each, get_prompt},
};

}  // namespace

Method find_method(std::string_view name, Protocol protocol) {
  const Versions other = is_stateless(protocol) ? Versions::with_initialize : Versions::stateless;
  for (const NamedMethod& known : kMethods)
    if (known.name == name && known.versions != other) return known.method;
  return nullptr;
}

void write_caching(const Call& call, JsonWriter& result, int milliseconds, CacheScope scope) {
  if (!is_stateless(call.protocol)) return;
  result.member("ttlMs", milliseconds);
  result.member("cacheScope", scope == CacheScope::everybody ? "public" : "private");
}

void write_server_info(const core::Configuration& configuration, JsonWriter& json) {
  json.begin_object();
  json.member("name", "artifact-share");
  json.member("title", configuration.installation.name);
  json.member("version", runtime::version());
  json.member("websiteUrl", configuration.public_base_url);
  json.end_object();
}

}  // namespace handlers::mcp

namespace handlers {

// POST /mcp

namespace {

using mcp::Call;
using mcp::MessageProblem;
using mcp::Protocol;
using mcp::RpcCode;
using mcp::RpcError;
using mcp::RpcMessage;

fcgi::Response error_with_status(int status, const std::optional<std::string_view>& id,
                                 const RpcError& error) {
  return fcgi::Response::json(status, mcp::error_response(id, error));
}

// The error of a method is a successful HTTP response.
constexpr int kAnswered = 200;
constexpr int kRefused = 400;
constexpr int kAccepted = 202;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;

// The scopes that the request needs, if the caller lacks one of them.
std::optional<core::Scopes> scopes_lacking(const Call& call, const RpcMessage& message) {
  core::Scopes needed;
  if (message.method == "tools/call") needed = mcp::scopes_needed(call, message.params);
  if (message.method == "resources/read") needed = mcp::scopes_to_read(message.params);
  if (!call.principal.scopes.first_missing(needed)) return std::nullopt;
  return needed;
}

fcgi::Response answer_request(Call& call, const RpcMessage& message) {
  const mcp::Method method = mcp::find_method(message.method, call.protocol);
  if (method == nullptr) {
    // Clients of older revisions would conclude from a 404 that there is no such server.
    return error_with_status(mcp::is_stateless(call.protocol) ? kNotFound : kAnswered, message.id,
                             {RpcCode::method_not_found, "method not found: " + message.method});
  }
  // An app can ask its user for more, and try again; a model is told by the tool.
  if (call.principal.kind == core::Principal::Kind::app) {
    if (const auto wanted = scopes_lacking(call, message)) {
      fcgi::Response response =
          error_with_status(kForbidden, message.id,
                            {RpcCode::invalid_request, "this needs the scopes " + wanted->text()});
      response.header("WWW-Authenticate", core::insufficient_scope_challenge(*wanted) +
                                              ", resource_metadata=\"" +
                                              mcp::metadata_url(call.configuration) + '"');
      return response;
    }
  }
  core::JsonWriter json;
  json.begin_object();
  json.member("jsonrpc", "2.0");
  json.key("id").raw(message.id.value());
  json.key("result").begin_object();
  if (mcp::is_stateless(call.protocol)) {
    json.member("resultType", "complete");
    json.key("_meta").begin_object().key("io.modelcontextprotocol/serverInfo");
    mcp::write_server_info(call.configuration, json);
    json.end_object();
  }
  if (const auto error = method(call, message.params, json))
    return error_with_status(kAnswered, message.id, *error);
  json.end_object();
  json.end_object();
  fcgi::Response response = fcgi::Response::json(kAnswered, json.text());
  response.keep_until_written(std::move(call.turn));
  return response;
}

core::Result<fcgi::Response> answer_message(const Context& context) {
  const auto read = mcp::read_message(context.request.body());
  if (const auto* problem = std::get_if<MessageProblem>(&read))
    return error_with_status(kRefused, problem->id, problem->error);
  const auto& message = std::get<RpcMessage>(read);
  const auto protocol = mcp::protocol_of(context.request, message);
  if (const auto* error = std::get_if<RpcError>(&protocol))
    return error_with_status(kRefused, message.id, *error);
  if (message.is_notification()) return fcgi::Response::plain(kAccepted, {}, {});

  Call call{context, std::get<Protocol>(protocol)};
  return answer_request(call, message);
}

}  // namespace

std::vector<Endpoint> mcp_endpoints() {
  return {
      {{.method = fcgi::Method::post, .pattern = "/mcp", .takes_content = true, .serves_mcp = true},
       answer_message}};
}

}  // namespace handlers

namespace handlers::mcp {

std::string metadata_url(const core::Configuration& configuration) {
  return configuration.public_base_url + "/.well-known/oauth-protected-resource/mcp";
}

std::string challenge(const core::Configuration& configuration) {
  return "realm=\"mcp\", resource_metadata=\"" + metadata_url(configuration) + "\", scope=\"" +
         core::scopes_of(core::Role::member).text() + '"';
}

std::optional<RpcError> refuse_cursor(const core::JsonTree& params) {
  const auto cursor = params.root().find("cursor");
  if (!cursor || cursor->is(core::JsonType::null)) return std::nullopt;
  return RpcError{RpcCode::invalid_params, "unknown cursor; this list is one page"};
}

}  // namespace handlers::mcp
