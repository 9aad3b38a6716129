// GET and POST /dashboard/settings/publishing, and the logo that it shows, …/logo
#include <string>
#include <type_traits>
#include <utility>

#include "app/account.h"
#include "app/senders.h"
#include "app/share_link_input.h"
#include "core/link_fields.h"
#include "core/sender.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/publishing.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

Html permission_note(const core::SenderSettings& sender) {
  if (sender.is_allowed) return publishing_html::allowed();
  return publishing_html::not_allowed();
}

Html logo_fields(const core::SenderSettings& sender) {
  const Html present =
      sender.logo_digest.empty() ? Html() : publishing_html::present_logo({sender.logo_digest});
  return publishing_html::logo_fields(
      {.present = present, .label = sender.logo_digest.empty() ? "Logo" : "New logo"});
}

template <typename Enum>
requires std::is_enum_v<Enum> Html choices_of(Enum chosen) {
  return pages::word_choices<Enum>(core::word_of(chosen));
}

template <typename Enum>
requires std::is_enum_v<Enum> Html choices_of(std::optional<Enum> chosen) {
  Html choices = pages::choice({}, "Default", !chosen);
  choices += pages::word_choices<Enum>(chosen ? core::word_of(*chosen) : std::string_view());
  return choices;
}

Html link_defaults(const core::LinkOptions& options) {
  Html fields;
  const auto add = [&]<typename Value>(const core::LinkField<Value>& field) {
    if constexpr (requires { choices_of(options.*field.member); })
      if (field.has_account_default)
        fields += publishing_html::link_default({.name = field.name,
                                                 .label = field.label,
                                                 .choices = choices_of(options.*field.member)});
  };
  core::for_each_link_field(add);
  return fields;
}

// What is set, or was typed.
struct PublishingForm {
  core::SenderSettings sender;
  core::LinkOptions link_defaults;
  bool refuses_secrets = false;
};

fcgi::Response publishing_page(const Context& context, int status, const PublishingForm& form,
                               std::string_view problem) {
  const core::SenderSettings& sender = form.sender;
  const bool is_saved = context.request.query("done") == "saved";
  return settings_page(context, status, pages::SettingsPage::publishing,
                       publishing_html::publishing(
                           {.done = pages::done_note(is_saved ? "Publishing settings saved." : ""),
                            .form_token = form_token_field(context),
                            .problem = pages::problem_note(problem),
                            .permission = permission_note(sender),
                            .maximum_length = std::to_string(core::SenderName::kMaximum),
                            .name = sender.name.value_or(""),
                            .logo = logo_fields(sender),
                            .is_shown = sender.is_shown ? Html(" checked") : Html(),
                            .link_defaults = link_defaults(form.link_defaults),
                            .refuses_secrets = form.refuses_secrets ? Html(" checked") : Html()}));
}

core::Result<fcgi::Response> show_publishing(const Context& context) {
  const auto refuses_secrets = context.app.publishing_settings.refuses_secrets(context.principal);
  if (!refuses_secrets) return refuses_secrets.error();
  return publishing_page(context, 200,
                         {.sender = context.app.senders.find(context.principal),
                          .link_defaults = context.principal.link_defaults,
                          .refuses_secrets = *refuses_secrets},
                         {});
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

// Only a name or a logo can be refused of what a page sends, so these are changed first.
core::Result<fcgi::Response> change_publishing(const Context& context) {
  const fcgi::Request& request = context.request;
  const core::Principal& owner = context.principal;
  const bool refuses_secrets = !request.form_field("refuseSecrets").empty();
  core::FieldReader reader(request.form());
  auto sender = read_sender(request);
  const auto defaults = app::read_link_defaults(reader);
  if (sender && !defaults) return defaults.error();
  auto problem = sender ? context.app.senders.change(owner, *std::move(sender))
                        : std::optional(sender.error());
  if (problem) {
    return form_refusal(*problem, [&](int status, std::string_view text) {
      PublishingForm form{.sender = context.app.senders.find(owner),
                          .link_defaults = defaults ? *defaults : owner.link_defaults,
                          .refuses_secrets = refuses_secrets};
      form.sender.name = request.form_field("name");
      form.sender.is_shown = !request.form_field("isShown").empty();
      return core::Result<fcgi::Response>(publishing_page(context, status, form, text));
    });
  }
  problem = context.app.publishing_settings.set_link_defaults(owner, *defaults);
  if (!problem)
    problem = context.app.publishing_settings.set_refusing_secrets(owner, refuses_secrets);
  if (problem) return *std::move(problem);
  return redirect("/dashboard/settings/publishing?done=saved");
}

core::Result<fcgi::Response> show_logo(const Context& context) {
  auto logo = context.app.senders.logo(context.principal);
  if (!logo) return not_found();
  return image(*std::move(logo));
}

}  // namespace

std::vector<Endpoint> publishing_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/settings/publishing",
            .access = Access::owner},
           show_publishing},
          {{.method = Method::post,
            .pattern = "/dashboard/settings/publishing",
            .access = Access::owner,
            .takes_files = true},
           change_publishing},
          {{.method = Method::get,
            .pattern = "/dashboard/settings/publishing/logo",
            .access = Access::owner},
           show_logo}};
}

}  // namespace handlers::dashboard
