// Documents that are not Markdown, written in Markdown: tables as tables, all else as code.
#pragma once

#include <string>

#include "client/documents/document.h"

namespace client {

// Of a text. Throws Failure, as recognise() does.
std::string markdown_of(const Document& document);

}  // namespace client
