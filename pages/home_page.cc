#include "pages/home_page.h"

#include <string>

#include "pages/document.h"

namespace pages {
namespace {

using html::Html;

// Made by tests/pictures, in both schemes.
Html picture(std::string_view description, std::string_view light, std::string_view dark) {
  return html::format(
      "<li><picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"{}\">"
      "<img src=\"{}\" alt=\"{}\" width=\"720\" height=\"480\"></picture></li>\n",
      dark, light, description);
}

Html pictures() {
  Html list = picture("A document with a table and highlighted code", html::kDocumentPicture,
                      html::kDarkDocumentPicture);
  list += picture("A chart of two series", html::kChartPicture, html::kDarkChartPicture);
  list += picture("A table that can be sorted and searched", html::kTablePicture,
                  html::kDarkTablePicture);
  return html::format("<ul class=\"home-pictures\">\n{}</ul>\n", list);
}

Html code(std::string_view label, std::string_view text) {
  return html::format(
      "<pre tabindex=\"0\" role=\"group\" aria-label=\"{}\"><code>{}</code></pre>\n", label, text);
}

Html one_request(const std::string& base_url) {
  return html::format(
      "<section>\n<h2>One request, one link</h2>\n{}{}</section>\n",
      code("Request with curl",
           "curl " + base_url +
               "/api/artifacts/share \\\n"
               "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
               "  -H \"Content-Type: application/json\" \\\n"
               "  -d '{\"template\": \"markdown\", \"content\": {\"text\": \"# Hello\"}}'"),
      code("Its answer", "{\"url\": \"" + base_url + "/a/art_…?token=…\", …}"));
}

Html assistant(const std::string& base_url) {
  return html::format(
      "<section>\n<h2>Connect your assistant</h2>\n"
      "<p>Claude, ChatGPT, Cursor, VS Code and others take this address as MCP server, and ask you "
      "to sign in:</p>\n{}"
      "<p><a href=\"/dashboard/settings/apps\">Steps for each assistant</a></p>\n</section>\n",
      code("Address of the MCP server", base_url + "/mcp"));
}

}  // namespace

Html home_page(const core::Installation& installation, std::string_view base_url) {
  const std::string base(base_url);
  Html main = html::format(
      "<div class=\"home-page\">\n"
      "<header>\n"
      "<h1>{}{}</h1>\n"
      "<p>A script or an AI agent sends Markdown, a chart, a table, a PDF or code, and gets a "
      "link. "
      "Whoever has the link sees a readable page, without an account.</p>\n"
      "<nav aria-label=\"Main\">\n"
      "<a class=\"button\" href=\"/dashboard\">Sign in</a>\n"
      "<a class=\"button\" href=\"/docs\">API reference</a>\n"
      "</nav>\n"
      "</header>\n"
      "{}"
      "<div class=\"home-ways\">\n{}{}</div>\n"
      "</div>\n",
      icon(installation, 40), installation.name, pictures(), one_request(base), assistant(base));
  return lay_out({installation, installation.name, stylesheet(html::kHomeStylesheet),
                  std::move(main), "home"});
}

}  // namespace pages
