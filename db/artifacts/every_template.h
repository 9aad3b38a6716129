// For statements that read artifacts template by template, as the indexes are ordered.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact/template.h"

namespace db {

// `sql` with each {templates} replaced by an SQL array of all template names.
inline std::string with_every_template(std::string_view sql) {
  constexpr std::string_view kPlaceholder = "{templates}";
  const std::string array = "array['" + core::template_names("', '") + "']";
  std::string text(sql);
  for (std::size_t at = 0; (at = text.find(kPlaceholder, at)) != std::string::npos;
       at += array.size())
    text.replace(at, kPlaceholder.size(), array);
  return text;
}

}  // namespace db
