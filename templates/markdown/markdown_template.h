#pragma once

#include "templates/template_definition.h"

namespace templates {

extern const TemplateDefinition kMarkdownTemplate;

}  // namespace templates
