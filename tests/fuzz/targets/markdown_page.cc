// Markdown to the HTML of its page.
#include "core/text/text.h"
#include "property.h"
#include "safe_markup.h"
#include "templates/markdown/markdown.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string source(reinterpret_cast<const char*>(data), size);
  if (!core::is_utf8(source) || source.find('\0') != std::string::npos) return 0;
  for (const auto images : {core::RemoteImages::on, core::RemoteImages::click}) {
    const templates::RenderedMarkdown rendered = templates::render_markdown(source, {images});
    fuzz::require_safe_markup(rendered.leading_heading.str());
    fuzz::require_safe_markup(rendered.html.str());
    fuzz::require(core::is_utf8(rendered.html.str()), "the page is UTF-8");
    fuzz::require(core::is_utf8(rendered.first_text), "the summary is UTF-8");
  }
  return 0;
}
