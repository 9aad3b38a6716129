// What commands print of links and of what went wrong with one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/documents/document.h"
#include "client/service/address.h"
#include "client/service/connection.h"
#include "client/service/service.h"
#include "core/artifact.h"

namespace CLI {
class App;
}

namespace client {

// What is said of a file of JSON that is shown as code.

// On standard error, if nobody asked for code: why it is not valid, as one that was cut off, or
// what makes a document of a notebook of Jupyter.
void note_json_as_code(const Document& document, core::Template shown_by);

// How a new share link is handed over: printed, and copied, opened or drawn as asked for.

struct LinkOutputOptions {
  bool copies = false;
  bool opens = false;
  bool draws = false;
  bool prints_json = false;
};

void declare_link_output_options(CLI::App& app, LinkOutputOptions& options);

// The share link in the answer of a call that creates or keeps one.
core::JsonValue link_in(const Answer& answer);
// Throws Failure if it has none.
std::string url_in(const Answer& answer);

// The answer of such a call: the link alone on standard output, or the answer as JSON. A
// password that was generated goes to standard error, or into the JSON.
void print_link(const Answer& answer, const std::optional<std::string>& generated_password,
                const LinkOutputOptions& options);

// Once all links are printed: --copy, --open and --qr. What cannot be done is told, and no failure,
// as the links are there.
void hand_over(const std::vector<std::string>& links, const LinkOutputOptions& options);

// Whether a link to an artifact of one's own opens for others.

// Why the link that names the artifact does not open: "it was revoked". Empty if it opens, and for
// a name that is no link. `artifact` is the service's answer about the artifact. Throws Failure if
// the service does not say.
std::string link_problem(ServiceClient& service, const ArtifactReference& reference,
                         const Answer& artifact);

}  // namespace client
