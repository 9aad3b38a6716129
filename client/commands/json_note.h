// What is said of a file of JSON that is shown as code.
#pragma once

#include "client/documents/document.h"
#include "core/artifact/template.h"

namespace client {

// On standard error, if nobody asked for code: why it is not valid, as one that was cut off, or
// what makes a document of a notebook of Jupyter.
void note_json_as_code(const Document& document, core::Template shown_by);

}  // namespace client
