#include "pages/home_page.h"

#include <string>

#include "pages/document.h"
#include "pages/home_page.html.h"

namespace pages {
namespace {

using html::Html;

// A sample page (handlers/operations/samples.cc) as tests/pictures shows it, in both schemes.
Html picture(std::string_view name, std::string_view description, std::string_view light,
             std::string_view dark) {
  return home_page_html::picture(
      {.name = name, .dark = dark, .light = light, .description = description});
}

Html pictures() {
  Html list = picture("document", "A document with a table and highlighted code",
                      html::kDocumentPicture, html::kDarkDocumentPicture);
  list += picture("chart", "A chart of two series", html::kChartPicture, html::kDarkChartPicture);
  list += picture("table", "A table that can be sorted and searched", html::kTablePicture,
                  html::kDarkTablePicture);
  return home_page_html::pictures({list});
}

Html code(std::string_view label, std::string_view text) {
  return home_page_html::code({.label = label, .text = text});
}

Html one_request(const std::string& base_url) {
  return home_page_html::one_request(
      {.request = code("Request with curl", "curl " + base_url +
                                                "/api/artifacts/share \\\n"
                                                "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
                                                "  -H \"Content-Type: application/json\" \\\n"
                                                "  -d '{\"template\": \"markdown\",\n"
                                                "       \"content\": {\"text\": \"# Hello\"}}'"),
       .answer = "{\"url\": \"" + base_url + "/a/art_…\", …}"});
}

Html assistant(const std::string& base_url) {
  return home_page_html::assistant({code("Address of the MCP server", base_url + "/mcp")});
}

}  // namespace

Html home_page(const core::Installation& installation, std::string_view base_url) {
  const std::string base(base_url);
  Html main = home_page_html::home({.icon = icon(installation, 24),
                                    .name = installation.name,
                                    .pictures = pictures(),
                                    .one_request = one_request(base),
                                    .assistant = assistant(base)});
  Html head = stylesheet(html::kHomeStylesheet);
  head +=
      home_page_html::scripts({.page_script = html::kPageScript, .copy_script = html::kHomeScript});
  return lay_out({installation, installation.name, std::move(head), std::move(main), "home"});
}

}  // namespace pages
