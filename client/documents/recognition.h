// Recognises documents for the command: templates/documents/recognition.h, with failures as
// exceptions, and what only a terminal needs.
#pragma once

#include <string>

#include "client/documents/document.h"
#include "core/artifact.h"
#include "templates/documents/recognition.h"

namespace client {

using templates::Format;

// Throws Failure if the document is empty or only white space, or neither UTF-8 text nor a PDF
// or picture.
Format recognise(const Document& document);

// The format to send the document in so that this template shows it. Throws Failure if there is
// none, such as for a PDF file as a chart, or for Markdown as a table.
Format format_for(const Document& document, core::Template wanted);

// The same for a template that the user has not named: that of the artifact whose content is
// replaced. Tables, charts and PDFs are then not converted to text.
Format format_replacing(const Document& document, core::Template current);

// Terminal escape sequences (ECMA-48), for colours and links, in the output of programs.

// The text without them. An escape character that begins no sequence stays.
std::string without_terminal_sequences(std::string text);

}  // namespace client
