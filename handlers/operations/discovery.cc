// Documents by which programs find the service: GET /llms.txt,
// /.well-known/agent-skills/index.json, the skill
// /.well-known/agent-skills/artifact-share/SKILL.md and /.well-known/security.txt

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
#include "handlers/public_document.h"
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
      "> Turns Markdown documents, charts, tables, PDFs, code, web pages and pictures into web "
      "pages behind a link that anyone can open without an account.\n\n"
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
