#include "templates/registry.h"

#include <cstddef>

namespace templates {
namespace {

constexpr std::array<const TemplateDefinition*, core::kTemplates.size()> kDefinitions{
    &kMarkdownTemplate, &kChartTemplate, &kTableTemplate, &kPdfTemplate,
    &kCodeTemplate,     &kHtmlTemplate,  &kImageTemplate,
};

}  // namespace

const std::array<const TemplateDefinition*, core::kTemplates.size()>& all_templates() {
  return kDefinitions;
}

const TemplateDefinition& definition_of(core::Template id) {
  return *kDefinitions[static_cast<std::size_t>(id)];
}

}  // namespace templates
