#include "pages/first_steps.h"

#include "pages/first_steps.html.h"

namespace pages {
namespace {

using html::Html;

Html to_copy(std::string_view label, std::string_view text) {
  return first_steps_html::to_copy({.label = label, .text = text});
}

// Only one of them is open.
Html steps_in(std::string_view assistant, const Html& steps) {
  return first_steps_html::steps({.assistant = assistant, .steps = steps});
}

Html steps_in_claude(const std::string& server) {
  return first_steps_html::claude(
      {.to_copy = to_copy("Command for Claude Code",
                          "claude mcp add --transport http artifact-share " + server)});
}

Html steps_in_cursor(const std::string& server) {
  return first_steps_html::cursor(
      {.to_copy = to_copy("Configuration of Cursor",
                          "{\n  \"mcpServers\": {\n    \"artifact-share\": { \"url\": \"" + server +
                              "\" }\n  }\n}")});
}

Html steps_in_vs_code(const std::string& server) {
  return first_steps_html::vs_code(
      {.to_copy =
           to_copy("Command for VS Code",
                   "code --add-mcp \'{\"name\":\"artifact-share\",\"type\":\"http\",\"url\":\"" +
                       server + "\"}\'")});
}

Html assistants(std::string_view base_url) {
  const std::string server = std::string(base_url) + "/mcp";
  Html ways = first_steps_html::any_assistant({to_copy("Address of the MCP server", server)});
  ways += steps_in("Claude", steps_in_claude(server));
  ways += steps_in("ChatGPT", first_steps_html::chatgpt());
  ways += steps_in("Cursor", steps_in_cursor(server));
  ways += steps_in("VS Code", steps_in_vs_code(server));
  return ways += first_steps_html::other_assistants();
}

Html command(std::string_view base_url) {
  return first_steps_html::command(
      {to_copy("Commands of the command line",
               "artifact login " + std::string(base_url) + "\nartifact share report.md")});
}

// The test runs this command as it is printed.
Html request(std::string_view base_url) {
  return first_steps_html::request(
      {.to_copy = to_copy(
           "Request with curl",
           "curl " + std::string(base_url) +
               "/api/artifacts/share \\\n"
               "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
               "  -H \"Content-Type: application/json\" \\\n"
               "  -d \'{\"template\": \"markdown\", \"title\": \"Hello\", \"content\": {\"text\": "
               "\"# Hello\"}}\'")});
}

Html section(std::string_view title, const Html& content) {
  return first_steps_html::section({.title = title, .content = content});
}

}  // namespace

Html ways_to_connect(std::string_view base_url) {
  Html ways = section("Assistants", assistants(base_url));
  ways += section("Command line", command(base_url));
  ways += section("Requests with an API key", request(base_url));
  return first_steps_html::ways({ways});
}

}  // namespace pages
