// GET and POST /dashboard/settings/sender, with the logo at …/sender/logo
#include "core/sender.h"

#include <string>
#include <utility>

#include "app/senders.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/sender.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

constexpr const char* kPathOfSender = "/dashboard/settings/sender";

Html permission_note(const core::SenderSettings& sender) {
  if (sender.is_allowed) return sender_html::allowed();
  return sender_html::not_allowed();
}

Html logo_fields(const core::SenderSettings& sender) {
  const Html present =
      sender.logo_digest.empty() ? Html() : sender_html::present_logo({sender.logo_digest});
  return sender_html::logo_fields(
      {.present = present, .label = sender.logo_digest.empty() ? "Logo" : "New logo"});
}

fcgi::Response sender_page(const Context& context, int status, const core::SenderSettings& sender,
                           std::string_view typed_name, std::string_view problem) {
  const bool is_saved = context.request.query("done") == "saved";
  return settings_page(
      context, status, pages::SettingsPage::sender,
      sender_html::sender({.done = pages::done_note(is_saved ? "Name for viewers saved." : ""),
                           .permission = permission_note(sender),
                           .action = kPathOfSender,
                           .form_token = form_token_field(context),
                           .problem = pages::problem_note(problem),
                           .maximum_length = std::to_string(core::SenderName::kMaximum),
                           .name = typed_name,
                           .logo = logo_fields(sender),
                           .checked = sender.is_shown ? Html(" checked") : Html()}));
}

core::Result<fcgi::Response> show_sender(const Context& context) {
  const core::SenderSettings sender = context.app.senders.find(context.principal);
  return sender_page(context, 200, sender, sender.name.value_or(""), {});
}

// The error names the field.
core::Result<core::SenderChange> read_sender(const fcgi::Request& request) {
  core::SenderChange change;
  change.is_shown = !request.form_field("isShown").empty();
  const std::string_view name = request.form_field("name");
  change.name.emplace();
  if (!name.empty()) {
    *change.name = core::SenderName::parse(name);
    if (!*change.name) {
      return core::Error{core::ErrorCode::invalid_request,
                         core::why_not_one_line(name, core::SenderName::kMaximum), "name"};
    }
  }
  if (!request.form_field("removeLogo").empty()) change.logo.emplace();
  const core::FormPart* file = request.form_file();
  if (file != nullptr && !file->content.empty()) {
    auto logo = core::read_sender_logo(file->content);
    if (!logo) return core::Error{logo.error().code, logo.error().message, "logo"};
    change.logo = std::optional(*std::move(logo));
  }
  return change;
}

core::Result<fcgi::Response> change_sender(const Context& context) {
  auto change = read_sender(context.request);
  const auto problem = change ? context.app.senders.change(context.principal, *std::move(change))
                              : std::optional(change.error());
  if (!problem) return redirect(std::string(kPathOfSender) + "?done=saved");
  return form_refusal(*problem, [&](int status, std::string_view text) {
    core::SenderSettings sender = context.app.senders.find(context.principal);
    sender.is_shown = !context.request.form_field("isShown").empty();
    return core::Result<fcgi::Response>(
        sender_page(context, status, sender, context.request.form_field("name"), text));
  });
}

core::Result<fcgi::Response> show_logo(const Context& context) {
  auto logo = context.app.senders.logo(context.principal);
  if (!logo) return not_found();
  return image(*std::move(logo));
}

}  // namespace

std::vector<Endpoint> sender_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/sender", .access = Access::owner},
       show_sender},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/sender",
        .access = Access::owner,
        .takes_files = true},
       change_sender},
      {{.method = Method::get,
        .pattern = "/dashboard/settings/sender/logo",
        .access = Access::owner},
       show_logo}};
}

}  // namespace handlers::dashboard
