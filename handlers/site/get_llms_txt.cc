// GET /llms.txt: what the service is and where its interfaces are, for programs that read text
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_llms_txt(const core::Configuration& configuration,
                                          const fcgi::Request& /*request*/) {
  const std::string& base = configuration.public_base_url;
  std::string text =
      "# Artifact Share\n\n"
      "> Turns Markdown documents, charts, tables, PDFs and code into web pages behind a link that "
      "anyone can open without an account.\n\n"
      "To read a shared page as text, request its address with the header `Accept: text/markdown`. "
      "`application/json` gives the content as it was shared, `text/csv` the rows of a table or "
      "chart.\n\n"
      "To share something, use the MCP server or the HTTP API. Both take an API key of the service "
      "as bearer token, or let a user sign in with OAuth 2.1.\n\n"
      "## Interfaces\n\n";
  text += "- [MCP server](" + base +
          "/mcp): Model Context Protocol over Streamable HTTP, for assistants and agents\n";
  text += "- [MCP server card](" + base + "/mcp/server-card): how to connect to it, as JSON\n";
  text += "- [OpenAPI description](" + base + "/openapi.json): the HTTP API\n";
  text += "- [API reference](" + base + "/docs): the same for people\n";
  fcgi::Response response =
      fcgi::Response::plain(200, "text/markdown; charset=utf-8", std::move(text));
  response.header("Cache-Control", "public, max-age=3600");
  return response;
}

}  // namespace handlers
