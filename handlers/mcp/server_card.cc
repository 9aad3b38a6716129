// GET /mcp/server-card and /.well-known/ai-catalog.json: a description of the MCP server, and a
// catalog that names it, for clients that look for servers (MCP Server Cards, AI Catalog)
#include <algorithm>
#include <string>
#include <string_view>

#include "core/configuration.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/protocol.h"
#include "handlers/public_document.h"
#include "runtime/process.h"

namespace handlers {
namespace {

constexpr std::string_view kCardType = "application/mcp-server-card+json";
constexpr std::string_view kCatalogType = "application/ai-catalog+json";
constexpr std::string_view kCardPath = "/mcp/server-card";

// "https://share.example.org:8443" is share.example.org.
std::string_view host_of(std::string_view base_url) {
  std::string_view host = base_url.substr(base_url.find("//") + 2);
  host = host.substr(0, host.find('/'));
  return host.substr(0, host.find(':', host.starts_with('[') ? host.find(']') : 0));
}

// "share.example.org" as "org.example.share"; for other text, only its letters and digits.
std::string reversed(std::string_view host) {
  std::string name;
  while (!host.empty()) {
    const std::size_t dot = host.rfind('.');
    const std::string_view label = dot == std::string_view::npos ? host : host.substr(dot + 1);
    if (!name.empty()) name += '.';
    std::copy_if(label.begin(), label.end(), std::back_inserter(name),
                 [](char c) { return c == '-' || core::is_letter_or_digit(c); });
    host = dot == std::string_view::npos ? std::string_view() : host.substr(0, dot);
  }
  return name;
}

void write_authorization(core::JsonWriter& json) {
  json.key("headers").begin_array().begin_object();
  json.member("name", "Authorization");
  json.member("description", "An API key of the service as bearer token; not needed with OAuth.");
  json.member("isRequired", false).member("isSecret", true);
  json.member("value", "Bearer {key}");
  json.key("variables").begin_object().key("key").begin_object();
  json.member("description", "An API key, artk_…");
  json.member("isRequired", true).member("isSecret", true);
  json.end_object().end_object();
  json.end_object().end_array();
}

core::Result<fcgi::Response> get_server_card(const Context& context) {
  const std::string& base = context.configuration.public_base_url;
  core::JsonWriter json;
  json.begin_object();
  json.member("$schema",
              "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json");
  json.member("name", reversed(host_of(base)) + "/artifact-share");
  json.member("version", runtime::version());
  json.member("title", context.configuration.installation.name);
  json.member(
      "description",
      "Share documents, charts, tables, PDFs, code and pictures as web pages behind a link.");
  json.member("websiteUrl", base);
  json.key("remotes").begin_array().begin_object();
  json.member("type", "streamable-http");
  json.member("url", base + "/mcp");
  write_authorization(json);
  json.key("supportedProtocolVersions").begin_array();
  for (const auto& [name, protocol] : mcp::kProtocols) json.value(name);
  json.end_array();
  json.end_object().end_array();
  json.end_object();
  return public_document(kCardType, json.text());
}

core::Result<fcgi::Response> get_ai_catalog(const Context& context) {
  const std::string& base = context.configuration.public_base_url;
  core::JsonWriter json;
  json.begin_object();
  json.member("specVersion", "1.0");
  json.key("entries").begin_array().begin_object();
  json.member("identifier", "urn:air:" + std::string(host_of(base)) + ":mcp:artifact-share");
  json.member("type", kCardType);
  json.member("url", base + std::string(kCardPath));
  json.end_object().end_array();
  json.end_object();
  return public_document(kCatalogType, json.text());
}

}  // namespace

std::vector<Endpoint> mcp_description_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/mcp/server-card", .access = Access::anyone},
       get_server_card},
      {{.method = Method::get, .pattern = "/.well-known/ai-catalog.json", .access = Access::anyone},
       get_ai_catalog}};
}

}  // namespace handlers
