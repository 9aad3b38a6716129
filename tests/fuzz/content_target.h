// What the targets of templates do with a text: take it as content, render it, write its forms.
#pragma once

#include <string>

#include "core/artifact.h"
#include "core/text/text.h"
#include "property.h"
#include "safe_markup.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace fuzz {

inline void run_content(core::Template id, const std::string& content) {
  const auto findings = templates::check_content(id, content);
  if (!findings) return;
  const templates::RenderedContent rendered = templates::render_content(id, content);
  require_safe_markup(rendered.leading_heading.str());
  require_safe_markup(rendered.html.str());
  require(core::is_utf8(rendered.html.str()), "a page is UTF-8");
  require(core::is_utf8(rendered.summary), "a summary is UTF-8");
  for (const auto form : {templates::Form::markdown, templates::Form::csv,
                          templates::Form::plain_text, templates::Form::raw_csv})
    if (const auto text = templates::content_as(form, id, content))
      require(core::is_utf8(*text), "a form is UTF-8");
}

}  // namespace fuzz
