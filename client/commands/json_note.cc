#include "client/commands/json_note.h"

#include "client/documents/recognition/recognition.h"
#include "client/terminal/message.h"

namespace client {

void note_json_as_code(const Document& document, core::Template shown_by) {
  if (shown_by != core::Template::code) return;
  if (const auto problem = problem_of_json_file(document))
    print_note(document.name + " is not valid JSON, so it is shared as code: " + *problem);
  if (document.name.ends_with(".ipynb")) {
    print_note(document.name +
               " is shared as JSON; to share what the notebook shows, make Markdown of it first: "
               "jupyter nbconvert --to markdown " +
               document.name);
  }
}

}  // namespace client
