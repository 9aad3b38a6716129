#include "app/artifacts/content_form.h"

#include <string>

#include "templates/registry.h"

namespace app {

core::Error without_form(templates::Form form, core::Template content_template) {
  return {core::ErrorCode::invalid_request,
          std::string(templates::definition_of(content_template).plural) + " cannot be read as " +
              std::string(templates::media_type_of(form)) + "; read this one as Markdown"};
}

}  // namespace app
