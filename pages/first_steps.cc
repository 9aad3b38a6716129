#include "pages/first_steps.h"

namespace pages {
namespace {

using html::Html;

Html to_copy(std::string_view label, std::string_view text) {
  return html::format(
      "<div class=\"to-copy\"><pre tabindex=\"0\" role=\"group\" "
      "aria-label=\"{}\"><code>{}</code></pre>"
      "</div>\n",
      label, text);
}

// Only one of them is open.
Html steps_in(std::string_view assistant, const Html& steps) {
  return html::format("<details name=\"assistant\">\n<summary>{}</summary>\n{}</details>\n",
                      assistant, steps);
}

Html steps_in_claude(const std::string& server) {
  return html::format(
      "<ol>\n"
      "<li>Open <b>Settings → Connectors</b> (or <b>Customize → Connectors</b>).</li>\n"
      "<li>Choose <b>Add custom connector</b>, enter a name and the address, and choose "
      "<b>Add</b>.</li>\n"
      "<li>Choose <b>Connect</b>, sign in, and allow the access.</li>\n"
      "</ol>\n"
      "<p>In Claude Code, run this command, then <code>/mcp</code> to sign in:</p>\n{}",
      to_copy("Command for Claude Code",
              "claude mcp add --transport http artifact-share " + server));
}

Html steps_in_chatgpt() {
  return {
      "<ol>\n"
      "<li>Open <b>Settings → Apps → Advanced settings</b>, and turn on <b>Developer "
      "mode</b>.</li>\n"
      "<li>Choose <b>Create app</b>, enter a name, the address as MCP server URL, and "
      "<b>OAuth</b> as authentication.</li>\n"
      "<li>Choose <b>Create</b>, sign in, and allow the access.</li>\n"
      "</ol>\n"};
}

Html steps_in_cursor(const std::string& server) {
  return html::format(
      "<ol>\n"
      "<li>Add this to <code>~/.cursor/mcp.json</code>:{}</li>\n"
      "<li>Open the MCP servers in Cursor’s settings, and choose <b>Connect</b> beside "
      "artifact-share.</li>\n"
      "<li>Sign in, and allow the access.</li>\n"
      "</ol>\n",
      to_copy("Configuration of Cursor",
              "{\n  \"mcpServers\": {\n    \"artifact-share\": { \"url\": \"" + server +
                  "\" }\n  }\n}"));
}

Html steps_in_vs_code(const std::string& server) {
  return html::format(
      "<ol>\n"
      "<li>Run <b>MCP: Add Server</b> from the Command Palette, choose <b>HTTP</b>, and enter the "
      "address. Or run this command:{}</li>\n"
      "<li>Start the server from <b>MCP: List Servers</b>, sign in, and allow the access.</li>\n"
      "</ol>\n",
      to_copy("Command for VS Code",
              "code --add-mcp \'{\"name\":\"artifact-share\",\"type\":\"http\",\"url\":\"" +
                  server + "\"}\'"));
}

Html assistants(std::string_view base_url) {
  const std::string server = std::string(base_url) + "/mcp";
  Html ways = html::format(
      "<p>Assistants such as Claude, ChatGPT, Cursor and VS Code create, find and update artifacts "
      "for you. They need the address of the MCP server, and ask you to sign in:</p>\n{}",
      to_copy("Address of the MCP server", server));
  ways += steps_in("Claude", steps_in_claude(server));
  ways += steps_in("ChatGPT", steps_in_chatgpt());
  ways += steps_in("Cursor", steps_in_cursor(server));
  ways += steps_in("VS Code", steps_in_vs_code(server));
  return ways += Html(
             "<p class=\"hint\">Others that support the Model Context Protocol take the same "
             "address. "
             "If one cannot sign in, give it an <a href=\"/dashboard/settings/keys\">API key</a> "
             "as "
             "bearer token.</p>\n");
}

Html command(std::string_view base_url) {
  return html::format(
      "<p>Share files from a terminal or a script. The first command opens the browser to sign "
      "in:</p>\n{}"
      "<p class=\"hint\">The Debian package <code>artifact-share-client</code> has the command. "
      "Ask "
      "whoever operates this service where to get it.</p>\n",
      to_copy("Commands of the command line",
              "artifact login " + std::string(base_url) + "\nartifact share report.md"));
}

// The test runs this command as it is printed.
Html request(std::string_view base_url) {
  return html::format(
      "<p>Programs need an API key and one request. The response has the link as "
      "<code>url</code>:</p>\n"
      "<p><a class=\"button quiet\" href=\"/dashboard/settings/keys/new\">Create New "
      "Key</a></p>\n{}"
      "<p class=\"hint\"><a href=\"/docs\">API reference</a></p>\n",
      to_copy(
          "Request with curl",
          "curl " + std::string(base_url) +
              "/api/artifacts/share \\\n"
              "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
              "  -H \"Content-Type: application/json\" \\\n"
              "  -d \'{\"template\": \"markdown\", \"title\": \"Hello\", \"content\": {\"text\": "
              "\"# Hello\"}}\'"));
}

Html section(std::string_view title, const Html& content) {
  return html::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, content);
}

}  // namespace

Html first_steps(std::string_view base_url) {
  Html ways = section(
      "Paste a text or choose a file",
      Html("<p>Markdown, a table, a chart, a PDF or code becomes a page, which you share with a "
           "link.</p>\n"
           "<p><a class=\"button\" href=\"/dashboard/artifacts/new\">New artifact</a></p>\n"));
  ways += section("Connect an assistant", assistants(base_url));
  ways += section("Use the command line", command(base_url));
  ways += section("Send a request", request(base_url));
  return html::format("<div class=\"first-steps\">\n{}</div>\n", ways);
}

Html ways_to_connect(std::string_view base_url) {
  Html ways = section("Connect an assistant", assistants(base_url));
  ways += section("Connect the command line", command(base_url));
  return html::format("<div class=\"first-steps\">\n{}</div>\n", ways);
}

}  // namespace pages
