#include "client/commands/json_note.h"

#include "client/documents/recognition.h"
#include "client/terminal/message.h"

namespace client {

void note_invalid_json(const Document& document, core::Template shown_by) {
  if (shown_by == core::Template::code && is_broken_json_file(document))
    print_note(document.name + " is not valid JSON, so it is shared as code.");
}

}  // namespace client
