// Warning: what a client should know about a request that succeeded.
//
// Clients see it with the same members as an error: code, message and field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/security/secret_scanner.h"
#include "core/text/json_writer.h"

namespace core {

enum class WarningCode : std::uint8_t {
  unknown_field,        // an unknown field of the body, which was ignored
  read_only_field,      // the service sets this field, and it was ignored
  content_not_shown,    // nothing of the content can be shown, and its page has the JSON
  content_empty,        // the page has nothing on it
  unused_member,        // a member of the content with what another one has, which is shown
  address_not_loaded,   // a web page loads what pages do not load: anything from elsewhere
  image_not_shown,      // an image of a document whose address a page cannot load
  tag_not_shown,        // of no HTML element, such as <name>, in a document
  diagram_not_shown,    // a Mermaid diagram of a document is of no known kind or cannot be read
  escaped_line_breaks,  // a text is one line, with \\n as two characters
  fenced_document,      // a document is within one fence of Markdown, and shown without it
  thoughts_not_shown,   // a document has what a model was thinking, and is shown without it
  misspelt_member,      // a member of the content that is nearly one that the template shows
  unknown_chart_type,   // the page has the data in place of the chart
  unknown_key,          // a key that a chart or a column of a table names is in none of its records
  unknown_format,       // the format, currency or lang of a table's column, which was ignored
  unclear_notation,     // the numbers or dates of a table's column are in several notations
  uneven_rows,          // rows of a table have more cells than it has columns
  percent_above_one,    // a column of percentages, of which 1 is 100 %, has numbers such as 12.5
  damaged_pdf,          // the file lacks what every PDF has
  missing_alt,          // a picture has no text for those who do not see it
  download_without_file,  // allowDownload for an artifact that has no file
  sender_not_shown,       // showSender, where nobody has a name to show, or must not show it
  artifact_deleted,       // a share link was changed, but does not open: its artifact is deleted
  short_password,         // the password of a share link can be guessed soon
  expiry_limited,         // none was given, and the limit of the API key applies
  expiry_limited_by_artifact,  // a share link ends with its artifact, earlier than was asked for
  encoded_twice,       // a JSON string was the text of a JSON string, and was read as the inner one
  secret_detected,     // a text looks like a key, a token or a password
  unsupported_in_pdf,  // the HTML has what the PDF made of it will not show
  unsupported_in_chart,  // a specification or figure has what its page will not show
};

struct Warning {
  WarningCode code = WarningCode::unknown_field;
  std::string message;  // a whole sentence, for the reader
  // A JSON Pointer from the body's root; empty if no single field is meant.
  std::string field = {};
  // The secret in the field, of a secret_detected.
  std::optional<DetectedSecret> secret = {};
};

// The code as clients see it: "unknown_field".
std::string_view to_string(WarningCode code);

void append(std::vector<Warning>& warnings, std::vector<Warning> more);

// The member `warnings` of a response, with all of these; nothing if there are none.
void write_warnings(JsonWriter& json, const std::vector<Warning>& warnings,
                    const std::vector<Warning>& more = {});

}  // namespace core
