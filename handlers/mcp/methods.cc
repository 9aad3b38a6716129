#include "handlers/mcp/methods.h"

#include <array>

#include "handlers/mcp/prompts.h"
#include "handlers/mcp/resources.h"
#include "handlers/mcp/tools.h"
#include "runtime/version.h"

namespace handlers::mcp {
namespace {

using core::JsonMember;
using core::JsonObject;
using core::JsonWriter;

constexpr std::string_view kInstructions =
    "Artifact Share turns documents, charts, tables, PDFs and code into web pages behind a link "
    "that "
    "anyone can open without an account. Use `share` to publish and give the user the URL that it "
    "returns. To change what people see under a link that exists, use `update` instead of sharing "
    "again: the link stays the same. `find` and `read` give access to what was shared before. "
    "Links "
    "are public to whoever has them: set a password or a short expiry for what is confidential, "
    "and "
    "ask before you delete or revoke.";

void write_capabilities(JsonWriter& json) {
  json.key("capabilities").begin_object();
  for (const char* const capability : {"tools", "resources", "prompts"})
    json.key(capability).begin_object().end_object();
  json.end_object();
}

std::optional<RpcError> initialize(Call& call, const JsonObject& params, JsonWriter& result) {
  const JsonMember* const wanted = params.find("protocolVersion");
  if (wanted == nullptr || wanted->type != core::JsonType::string)
    return RpcError{RpcCode::invalid_params, "protocolVersion must be a string"};
  result.member("protocolVersion", to_string(negotiate(wanted->string)));
  write_capabilities(result);
  result.key("serverInfo");
  write_server_info(call.configuration, result);
  result.member("instructions", kInstructions);
  return std::nullopt;
}

std::optional<RpcError> discover(Call& call, const JsonObject&, JsonWriter& result) {
  result.key("supportedVersions").begin_array();
  for (const auto& [name, protocol] : kProtocols) result.value(name);
  result.end_array();
  write_capabilities(result);
  result.member("instructions", kInstructions);
  write_caching(call, result, kForAnHour, CacheScope::everybody);
  return std::nullopt;
}

std::optional<RpcError> ping(Call&, const JsonObject&, JsonWriter&) { return std::nullopt; }

enum class Era : std::uint8_t { each, with_initialize, stateless };

struct NamedMethod {
  std::string_view name;
  Era era;
  Method method;
};

constexpr std::array kMethods{
    NamedMethod{"initialize", Era::with_initialize, initialize},
    NamedMethod{"ping", Era::with_initialize, ping},
    NamedMethod{"server/discover", Era::stateless, discover},
    NamedMethod{"tools/list", Era::each, list_tools},
    NamedMethod{"tools/call", Era::each, call_tool},
    NamedMethod{"resources/list", Era::each, list_resources},
    NamedMethod{"resources/templates/list", Era::each, list_resource_templates},
    NamedMethod{"resources/read", Era::each, read_resource},
    NamedMethod{"prompts/list", Era::each, list_prompts},
    NamedMethod{"prompts/get", Era::each, get_prompt},
};

}  // namespace

Method find_method(std::string_view name, Protocol protocol) {
  const Era other = is_stateless(protocol) ? Era::with_initialize : Era::stateless;
  for (const NamedMethod& known : kMethods)
    if (known.name == name && known.era != other) return known.method;
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
  json.member("title", "Artifact Share");
  json.member("version", runtime::version());
  json.member("websiteUrl", configuration.public_base_url);
  json.end_object();
}

}  // namespace handlers::mcp
