// Texts that commands print about links, and about a link that does not work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

// Notes about a JSON file that is shown as code.

// Unless the user asked for code, says on standard error why the JSON is not valid, for example
// because it was cut off, or how to convert a Jupyter notebook to a document.
void note_json_as_code(const Document& document, core::Template shown_by);

// How a new share link is presented: printed, and copied, opened or drawn as requested.

struct LinkOutputOptions {
  bool copies = false;
  bool opens = false;
  bool draws = false;
  bool prints_json = false;
};

void declare_link_output_options(CLI::App& app, LinkOutputOptions& options);

// The share link in the response to a call that creates or updates one.
core::JsonValue link_in(const Answer& answer);
// Throws Failure if it has none.
std::string url_in(const Answer& answer);

// Prints the response to such a call: the link alone, or the response as JSON. A generated password
// goes to standard error, or into the JSON. Returns the link.
std::string print_link(const Answer& answer, const std::optional<std::string>& generated_password,
                       const LinkOutputOptions& options);

// --copy, --open and --qr, after all links are printed. What cannot be done is reported and is no
// failure, as the links exist.
void hand_over(const std::vector<std::string>& links, const LinkOutputOptions& options);

// Lists: printed as a table, or as a JSON array.

struct ListOutputOptions {
  std::size_t most = 30;
  bool prints_all = false;
  bool prints_json = false;
};

// --limit, --all and --json.
void declare_list_output_options(CLI::App& app, ListOutputOptions& options);

// Prints a list of the API (client/service/service.h), with `row_of` for each item.
void print_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
                const ListOutputOptions& options, std::vector<std::string> headings,
                const std::function<std::vector<std::string>(core::JsonValue)>& row_of);

// Whether a link to the user's own artifact opens for others.

// Why the link that names the artifact does not open: "it was revoked". Empty if it opens, or if
// the artifact was not named by a link. `artifact` is the service's response about the artifact.
// Throws Failure if the service does not say.
std::string link_problem(ServiceClient& service, const NamedArtifact& reference,
                         const Answer& artifact);

}  // namespace client
