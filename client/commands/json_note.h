// What is said of a file of JSON that is not valid, as one that was cut off.
#pragma once

#include "client/documents/document.h"
#include "core/artifact/template.h"

namespace client {

// On standard error, if it is shown as code although nobody asked for that.
void note_invalid_json(const Document& document, core::Template shown_by);

}  // namespace client
