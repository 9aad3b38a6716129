// The forms in which programs read an artifact.
#pragma once

#include "core/artifact/template.h"
#include "core/error.h"
#include "templates/form.h"

namespace app {

// invalid_request: the artifact has no such form.
core::Error without_form(templates::Form form, core::Template content_template);

}  // namespace app
