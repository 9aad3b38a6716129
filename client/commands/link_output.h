// How a new share link is handed over: printed, and copied, opened or drawn as asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/service/answer.h"

namespace CLI {
class App;
}

namespace client {

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

}  // namespace client
