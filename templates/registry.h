// All templates. The rest of the service asks this registry instead of naming templates.
#pragma once

#include <array>

#include "core/artifact/template.h"
#include "templates/template_definition.h"

namespace templates {

// In the order of core::kTemplates.
const std::array<const TemplateDefinition*, core::kTemplates.size()>& all_templates();

const TemplateDefinition& definition_of(core::Template id);

}  // namespace templates
