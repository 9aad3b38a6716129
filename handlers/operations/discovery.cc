// GET /llms.txt: what the service is and where its interfaces are, for programs that read text

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/configuration.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "core/time.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/protocol.h"
#include "handlers/skill.h"
#include "runtime/process.h"
#include "templates/registry.h"

namespace handlers {
namespace {

constexpr std::string_view kSkillPath = "/.well-known/agent-skills/artifact-share/SKILL.md";

core::Result<fcgi::Response> get_llms_txt(const Context& context) {
  const std::string& base = context.configuration.public_base_url;
  std::string text =
      "# " + context.configuration.installation.name +
      "\n\n"
      "> Turns Markdown documents, charts, tables, PDFs and code into web pages behind a link that "
      "anyone can open without an account.\n\n"
      "To read a shared page as text, request its address with the header `Accept: text/markdown`. "
      "`application/json` gives the content as it was shared, `text/csv` the rows of a table or "
      "chart.\n\n"
      "To share something, use the MCP server or the HTTP API. Both take an API key of the service "
      "as bearer token, or let a user sign in with OAuth 2.1.\n\n"
      "## One request\n\n"
      "Its answer has the link as `url`:\n\n```\ncurl " +
      base +
      "/api/artifacts/share -H \"Authorization: Bearer $API_KEY\" "
      "-H \"Content-Type: application/json\" "
      "-d '{\"template\": \"markdown\", \"content\": {\"text\": \"# Title\"}}'\n```\n\n"
      "The content of each template:\n\n";
  for (const templates::TemplateDefinition* definition : templates::all_templates()) {
    text.append("- `").append(core::to_string(definition->id)).append("`: `");
    text.append(definition->example).append("`\n");
  }
  text += "\n## Interfaces\n\n";
  text += "- [MCP server](" + base +
          "/mcp): Model Context Protocol over Streamable HTTP, for assistants and agents\n";
  text += "- [Skill](" + base + std::string(kSkillPath) +
          "): when and how to publish, edit and share, for agents\n";
  text += "- [MCP server card](" + base + "/mcp/server-card): how to connect to it, as JSON\n";
  text += "- [OpenAPI description](" + base + "/openapi.json): the HTTP API\n";
  text += "- [API reference](" + base + "/docs): the same for people\n";
  fcgi::Response response =
      fcgi::Response::plain(200, "text/markdown; charset=utf-8", std::move(text));
  response.header("Cache-Control", "public, max-age=3600");
  return response;
}

// GET /mcp/server-card and /.well-known/ai-catalog.json: a description of the MCP server, and a
// catalog that names it, for clients that look for servers (MCP Server Cards, AI Catalog)

constexpr std::string_view kCardType = "application/mcp-server-card+json";
constexpr std::string_view kCatalogType = "application/ai-catalog+json";
constexpr std::string_view kCardPath = "/mcp/server-card";

// "https://share.example.org:8443" is share.example.org.
std::string_view host_of(std::string_view base_url) {
  std::string_view host = base_url.substr(base_url.find("//") + 2);
  host = host.substr(0, host.find('/'));
  return host.substr(0, host.rfind(':'));
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

// Public, so that pages of any origin may read it.
fcgi::Response public_document(std::string_view type, std::string text) {
  fcgi::Response response = fcgi::Response::plain(200, type, std::move(text));
  response.header("Access-Control-Allow-Origin", "*");
  response.header("Cache-Control", "public, max-age=3600");
  return response;
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
  json.member("description",
              "Share documents, charts, tables, PDFs and code as web pages behind a link.");
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

// GET /.well-known/agent-skills/index.json and the skill that it names, for agents that look for
// skills (Agent Skills Discovery 0.2.0)

core::Result<fcgi::Response> get_skills(const Context& context) {
  const Skill it = skill(context.configuration.public_base_url);
  core::JsonWriter json;
  json.begin_object();
  json.member("$schema", "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  json.key("skills").begin_array().begin_object();
  json.member("name", it.name);
  json.member("type", "skill-md");
  json.member("description", it.description);
  json.member("url", kSkillPath);
  json.member("digest", "sha256:" + core::to_hexadecimal(core::sha256(it.text)));
  json.end_object().end_array();
  json.end_object();
  return public_document("application/json", json.text());
}

core::Result<fcgi::Response> get_skill(const Context& context) {
  return public_document("text/markdown; charset=utf-8",
                         skill(context.configuration.public_base_url).text);
}

// GET /.well-known/security.txt (RFC 9116): to whom vulnerabilities are reported.

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;  // in milliseconds
constexpr std::int64_t kValidDays = 90;

// At midnight, so that the file changes once a day.
core::Timestamp expiry() {
  const std::int64_t today = core::now().unix_milliseconds() / kDay;
  return core::Timestamp::from_unix_milliseconds((today + kValidDays) * kDay);
}

core::Result<fcgi::Response> get_security_txt(const Context& context) {
  std::string text;
  for (const std::string& contact : context.configuration.security_contacts)
    text += "Contact: " + contact + '\n';
  text += "Expires: " + expiry().rfc3339() + '\n';
  text += "Canonical: " + context.configuration.public_base_url + "/.well-known/security.txt\n";
  fcgi::Response response =
      fcgi::Response::plain(200, "text/plain; charset=utf-8", std::move(text));
  response.header("Cache-Control", "public, max-age=3600");
  return response;
}

}  // namespace

std::vector<Endpoint> discovery_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/mcp/server-card", .access = Access::anyone},
       get_server_card},
      {{.method = Method::get, .pattern = "/.well-known/ai-catalog.json", .access = Access::anyone},
       get_ai_catalog},
      {{.method = Method::get,
        .pattern = "/.well-known/agent-skills/index.json",
        .access = Access::anyone},
       get_skills},
      {{.method = Method::get,
        .pattern = "/.well-known/agent-skills/artifact-share/SKILL.md",
        .access = Access::anyone},
       get_skill},
      {{.method = Method::get, .pattern = "/llms.txt", .access = Access::anyone}, get_llms_txt}};
}

std::vector<Endpoint> security_txt_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/.well-known/security.txt", .access = Access::anyone},
       get_security_txt}};
}

}  // namespace handlers
