#include "client/commands/link_output.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdio>

#include <unistd.h>

#include "client/failure.h"
#include "client/terminal/desktop.h"
#include "client/terminal/message.h"
#include "client/terminal/qr_code.h"
#include "core/json/json_writer.h"

namespace client {
namespace {

// Within this, a browser has shown that it works.
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
  if (const std::string reason = member_text(link, "invalidReason"); !reason.empty()) {
    throw Failure(ExitStatus::failure, "the link does not work (" + reason +
                                           "); to get another, first run: artifact revoke " +
                                           answer.string("id") + ' ' + member_text(link, "id"));
  }
  std::string url = member_text(link, "url");
  return url.empty() ? answer.string("url") : url;
}

void print_link(const Answer& answer, const std::optional<std::string>& generated_password,
                const LinkOutputOptions& options) {
  const std::string link = url_in(answer);
  print_warnings(answer);
  if (options.prints_json) {
    print_output((generated_password ? with_password(answer, *generated_password) : answer.text()) +
                 '\n');
    return;
  }
  print_output(link + '\n');
  if (generated_password) print_note("Password: " + *generated_password);
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

}  // namespace client
