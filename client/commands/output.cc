#include "client/commands/output.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "client/command_line.h"
#include "client/commands/options.h"
#include "client/documents/recognition.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"
#include "core/text/json_writer.h"

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

namespace {

// A browser that fails to start does so within this time.
constexpr std::chrono::seconds kBrowserPatience{3};

std::string with_password(const Answer& answer, const std::string& password) {
  core::JsonWriter json;
  json.begin_object();
  for (const core::JsonValue member : answer.root()) json.key(member.name()).raw(member.text());
  json.member("password", password).end_object();
  return json.text();
}

}  // namespace

void declare_link_output_options(CLI::App& app, LinkOutputOptions& options) {
  app.add_flag("--copy", options.copies, "copy the link to the clipboard");
  app.add_flag("--open", options.opens, "open the link in the browser");
  app.add_flag("--qr", options.draws, "draw the link as a QR code");
  app.add_flag("--json", options.prints_json, "print the response of the service as JSON");
}

core::JsonValue link_in(const Answer& answer) {
  return answer.root().find("share").value_or(answer.root());
}

std::string url_in(const Answer& answer) {
  const core::JsonValue link = link_in(answer);
  std::string url = member_text(link, "url");
  const std::string reason = member_text(link, "invalidReason");
  if (reason.empty()) return url.empty() ? answer.string("url") : url;
  if (answer.root().find("share"))
    throw Failure(ExitStatus::failure, "the link does not work (" + reason +
                                           "); to get another, first run: artifact link " +
                                           answer.string("id") + ' ' + member_text(link, "id") +
                                           " --revoke");
  if (url.empty()) throw Failure(ExitStatus::failure, "the link does not work (" + reason + ')');
  if (reason != "artifact_deleted")  // which has a warning
    print_note("The link does not open (" + reason + ").");
  return url;
}

std::string print_link(const Answer& answer, const std::optional<std::string>& generated_password,
                       const LinkOutputOptions& options) {
  std::string link = url_in(answer);
  print_warnings(answer);
  if (options.prints_json) {
    print_output((generated_password ? with_password(answer, *generated_password) : answer.text()) +
                 '\n');
    return link;
  }
  print_output(link + '\n');
  if (generated_password) print_note("Password: " + *generated_password);
  return link;
}

void hand_over(const std::vector<std::string>& links, const LinkOutputOptions& options) {
  std::string lines;
  for (const std::string& link : links) lines += (lines.empty() ? "" : "\n") + link;
  if (options.copies) {
    if (copy_to_clipboard(lines)) {
      print_note(links.size() == 1 ? "Link copied." : "Links copied.");
    } else {
      print_message(
          "the link cannot be copied: no clipboard program works; install wl-clipboard or xclip");
    }
  }
  for (const std::string& link : links) {
    if (options.draws) std::fputs(qr_code(link, isatty(STDERR_FILENO) == 1).c_str(), stderr);
    if (options.opens && !open_in_browser(link, kBrowserPatience))
      print_message("no browser can be opened: install xdg-utils, or set BROWSER");
  }
}

void declare_list_output_options(CLI::App& app, ListOutputOptions& options) {
  constexpr std::size_t kMaximum = 1'000'000;
  CLI::Option* const limit =
      app.add_option("--limit", options.most, "how many at most; 30 by default")
          ->option_text("N")
          ->check(from_to(1, kMaximum));
  app.add_flag("--all", options.prints_all, "all of them")->excludes(limit);
  app.add_flag("--json", options.prints_json, "print a JSON array");
}

void print_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
                const ListOutputOptions& options, std::vector<std::string> headings,
                const std::function<std::vector<std::string>(core::JsonValue)>& row_of) {
  TextTable table(std::move(headings));
  core::JsonWriter json;
  json.begin_array();
  const bool has_more =
      read_list(service, path, filters, options.prints_all ? SIZE_MAX : options.most,
                [&](core::JsonValue item) {
                  json.raw(item.text());
                  table.add(row_of(item));
                  return true;
                });
  json.end_array();
  if (options.prints_json) {
    print_output(json.text() + '\n');
  } else {
    table.print();
  }
  if (has_more) print_note("There are more; see --limit and --all.");
}

namespace {

// Returns what `describe` says of the link with this token; nothing if no link of this status has
// it.
template <typename Describe>
std::optional<std::string> find_link(ServiceClient& service, const NamedArtifact& reference,
                                     const std::string& status, Describe describe) {
  const std::string_view token = token_in(reference.text);
  std::optional<std::string> found;
  read_list(service, reference.path() + "/shares", {{"status", status}}, SIZE_MAX,
            [&](core::JsonValue link) {
              if (token_in(member_text(link, "url")) == token) found = describe(link);
              return !found;
            });
  return found;
}

std::string problem_of_active(core::JsonValue link) {
  return member_text(link, "disabledAt").empty() ? "" : "the operator of the service disabled it";
}

std::string problem_of_ended(core::JsonValue link) {
  return member_text(link, "revokedAt").empty() ? "it has expired, or has no views left"
                                                : "it was revoked";
}

}  // namespace

std::string link_problem(ServiceClient& service, const NamedArtifact& reference,
                         const Answer& artifact) {
  if (token_in(reference.text).empty()) return {};
  const std::string status = member_text(artifact.root(), "status");
  if (status == "deleted") return "the artifact is deleted";
  if (status == "expired") return "the artifact has expired";
  if (const auto problem = find_link(service, reference, "active", problem_of_active))
    return *problem;
  return find_link(service, reference, "", problem_of_ended)
      .value_or("its token is not valid; the artifact is yours, so you can read it");
}

}  // namespace client
