#include "handlers/dashboard/artifacts/artifact_form.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/security/tokens.h"
#include "core/text/text.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/artifacts/artifact_form.html.h"
#include "handlers/dashboard/artifacts/sent_content.h"
#include "handlers/dashboard/page.h"
#include "handlers/page_response.h"
#include "html/amount.h"
#include "pages/document.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;
using core::WarningCode;
using html::Html;

constexpr std::string_view kPathOfNew = "/dashboard/artifacts/new";
constexpr std::string_view kContent = "/content";
// Chromium looks through a field's whole text for its direction, again and again.
constexpr std::size_t kMostBytesWithDirection = std::size_t{1} << 16;

// The fields that are shown only on request.
constexpr std::array<std::string_view, 3> kMore{"template", "description", "expiresIn"};
constexpr std::array<std::string_view, 3> kShown{"title", kText, kFile};

// The part of the form that an error is shown at; empty for the form as a whole.
std::string_view place_of(const core::Error& error, bool has_file) {
  const std::string_view field = error.field;
  if (field == "content" || field.starts_with(kContent)) return has_file ? kFile : kText;
  const auto is_field = [&](const auto& fields) {
    return std::find(fields.begin(), fields.end(), field) != fields.end();
  };
  return is_field(kMore) || is_field(kShown) ? field : std::string_view();
}

std::string in_words(const core::Error& error, std::string_view place, bool has_file) {
  const std::string what = has_file || place == kFile ? "the file " : "the text ";
  if (place == kText || place == kFile) {
    const std::string_view field = error.field;
    // A message about a secret names its place itself.
    if (error.secret) return sentence(error.message);
    if (field.starts_with(kContent) && field.size() > kContent.size())
      return sentence(what + "at " + std::string(field.substr(kContent.size() + 1)) + ' ' +
                      error.message);
    return sentence(what + error.message);
  }
  if (place == "template" && error.code != ErrorCode::invalid_template)
    return sentence(what + error.message);
  return one_problem(error);
}

// A warning is worded for programs: it names a member of the content, and may end with what a
// program does about it.
std::string in_words(const core::Warning& warning) {
  std::string message = warning.message;
  const WarningCode code = warning.code;
  if (code == WarningCode::escaped_line_breaks || code == WarningCode::fenced_document ||
      code == WarningCode::unclear_notation)
    message.resize(std::min(message.size(), message.rfind(';')));
  const std::string& field = warning.field;
  if (!message.starts_with(field + ' ')) return sentence(message);
  const std::string member = field.substr(field.find_last_of('/') + 1);
  const bool is_part = code == WarningCode::misspelt_member || code == WarningCode::unused_member ||
                       code == WarningCode::unknown_format;
  const bool is_content = !is_part && field.starts_with(kContent);
  return sentence((is_content ? "the content"
                   : is_part  ? '"' + member + '"'
                              : "the " + member) +
                  message.substr(field.size()));
}

// The attributes by which a field names its problem and its hint, and the problem.
Html described(const ArtifactForm& form, std::string_view field, std::string_view hint = {}) {
  const bool is_wrong = form.problems.has(field);
  if (!is_wrong && hint.empty()) return {};
  const std::string problem = is_wrong ? std::string(field) + "-problem" : std::string();
  const std::string both = problem + (is_wrong && !hint.empty() ? " " : "") + std::string(hint);
  return html::format("{} aria-describedby=\"{}\"",
                      is_wrong ? Html(" aria-invalid=\"true\"") : Html(), both);
}
Html problem_at(const ArtifactForm& form, std::string_view field) {
  Html problems;
  for (const FormProblems::Problem& problem : form.problems.of(field)) {
    if (!problems.empty()) problems += Html(" ");
    problems += problem.line ? artifact_form_html::problem_in_line(
                                   {.line = std::to_string(*problem.line), .text = problem.text})
                             : html::format("{}", problem.text);
  }
  if (problems.empty()) return {};
  return artifact_form_html::field_problem({.field = field, .text = problems});
}

// The first wrong field, or else the text.
Html focus(const ArtifactForm& form, std::string_view field) {
  std::string_view wanted = kText;
  const auto is_wrong = [&](std::string_view one) { return form.problems.has(one); };
  if (const auto* shown = std::find_if(kShown.begin(), kShown.end(), is_wrong);
      shown != kShown.end()) {
    wanted = *shown;
  } else if (const auto* more = std::find_if(kMore.begin(), kMore.end(), is_wrong);
             more != kMore.end()) {
    wanted = *more;
  }
  return wanted == field ? Html(" autofocus") : Html();
}

Html template_choices(std::string_view chosen) {
  Html options = pages::choice("", "Detect", chosen.empty());
  for (const templates::TemplateDefinition* one : templates::all_templates())
    options +=
        pages::choice(core::to_string(one->id), one->label, chosen == core::to_string(one->id));
  return options;
}

// What happens with the file that there is; empty if there is none.
std::string_view hint_of_text(const ArtifactForm& form) {
  if (!form.keeps_file) return {};
  return form.version.empty()
             ? "The content of the other artifact is kept unless you paste a text or choose a "
               "file."
             : "A PDF or picture, or content above 1 MB, is edited by choosing another file.";
}

Html content_fields(const ArtifactForm& form) {
  const std::string_view hint = hint_of_text(form);
  Html markup = artifact_form_html::text_field(
      {.direction = form.text.size() < kMostBytesWithDirection ? Html(" dir=\"auto\"") : Html(),
       .described = described(form, kText, hint.empty() ? "file-hint" : "text-hint"),
       .focus = focus(form, kText)});
  markup.append_text(form.text);
  markup += artifact_form_html::end_of_text();
  markup += problem_at(form, kText);
  const Html kinds = artifact_form_html::kinds_of_file({megabytes(form.most_bytes)});
  markup += artifact_form_html::file_field(
      {.label = "Drop or choose a file",
       .described = described(form, kFile, "file-hint"),
       .focus = focus(form, kFile),
       .problem = problem_at(form, kFile),
       .hint = form.chosen_file.empty() || form.problems.has(kFile)
                   ? kinds
                   : artifact_form_html::file_to_choose_again(
                         {.chosen_file = form.chosen_file, .kinds = kinds})});
  if (!hint.empty()) markup += artifact_form_html::text_hint({hint});
  return markup;
}

std::string summary_of(const FormProblems& problems) {
  std::string general = problems.text_of({});
  if (!general.empty() || problems.empty()) return general;
  return "Nothing was saved yet. Correct what is marked, and save again.";
}

// The text of the form, or of its file, if it is JSON: then it is the content, and pointers into
// this name its lines.
std::optional<core::JsonTree> json_sent(const fcgi::Request& request) {
  const core::FormPart* file = request.form_file();
  const std::string_view text = file == nullptr ? request.form_field(kText) : file->content;
  if (!core::trim(text).starts_with('{')) return std::nullopt;
  auto json = core::JsonTree::parse(text);
  return json ? std::optional(*std::move(json)) : std::nullopt;
}

std::optional<std::int64_t> line_of(const core::Error& error,
                                    const std::optional<core::JsonTree>& json) {
  const std::string_view field = error.field;
  if (json && field.starts_with(kContent) && field.size() > kContent.size())
    if (const auto value = json->root().at_pointer(field.substr(kContent.size())))
      return json->line_of(*value);
  return error.secret ? error.secret->line : error.line;
}

}  // namespace

FormProblems::FormProblems(const fcgi::Request& request, const core::Error& error) {
  const bool has_file = request.form_file() != nullptr;
  const std::optional<core::JsonTree> json = json_sent(request);
  add(error, has_file, json);
  for (const core::Error& other : error.others) add(other, has_file, json);
}

void FormProblems::add(const core::Error& error, bool has_file,
                       const std::optional<core::JsonTree>& json) {
  constexpr std::size_t kMost = 5;
  const std::string_view place = place_of(error, has_file);
  std::vector<Problem>& problems = problems_[std::string(place)];
  if (problems.size() == kMost) return;
  if (place.empty()) return problems.push_back({one_problem(error), {}});
  const auto line = place == kText || place == kFile ? line_of(error, json) : std::nullopt;
  std::string text = in_words(error, place, has_file);
  // A message about a secret has its line already.
  if (line && !error.secret) text = "Line " + std::to_string(*line) + ": " + text;
  problems.push_back({std::move(text), line});
}

const std::vector<FormProblems::Problem>& FormProblems::of(std::string_view field) const {
  static const std::vector<Problem> kNone;
  const auto found = problems_.find(field);
  return found == problems_.end() ? kNone : found->second;
}

std::string FormProblems::text_of(std::string_view field) const {
  std::string text;
  for (const Problem& problem : of(field)) text += (text.empty() ? "" : " ") + problem.text;
  return text;
}

std::string once_of(const fcgi::Request& request) {
  const auto sent = core::SecretToken::parse(request.form_field("once"));
  return (sent ? *sent : core::SecretToken::generate()).text();
}

std::string_view name_of_file(const fcgi::Request& request) {
  const core::FormPart* file = request.form_file();
  return file == nullptr ? std::string_view() : std::string_view(file->filename.value());
}

std::string draft_name(const core::Principal& principal, std::string_view from) {
  std::string name = principal.user ? principal.user->to_string() : std::string();
  if (!from.empty()) name.append(":").append(from);
  return name;
}

namespace {

Html hidden_field(std::string_view name, std::string_view value) {
  if (value.empty()) return {};
  return pages::hidden_field(name, value);
}

Html fields_of_new(const ArtifactForm& form) {
  const auto value = [&](std::string_view field) { return core::form_value(form.fields, field); };
  const bool is_open = !value("description").empty() || !value("expiresIn").empty() ||
                       std::any_of(kMore.begin(), kMore.end(), [&](std::string_view field) {
                         return form.problems.has(field);
                       });
  return artifact_form_html::fields_of_new(
      {.title = value("title"),
       .title_attributes = described(form, "title"),
       .title_focus = focus(form, "title"),
       .title_problem = problem_at(form, "title"),
       .content = content_fields(form),
       .alt = artifact_form_html::alt_field({value("alt")}),
       .open = is_open ? Html(" open") : Html(),
       .template_attributes = described(form, "template"),
       .template_focus = focus(form, "template"),
       .templates = template_choices(value("template")),
       .template_problem = problem_at(form, "template"),
       .description_attributes = described(form, "description"),
       .description_focus = focus(form, "description"),
       .description = value("description"),
       .description_problem = problem_at(form, "description"),
       .expiry = pages::expiry_choice(pages::choice("", "Never", value("expiresIn").empty()),
                                      value("expiresIn")),
       .expiry_problem = problem_at(form, "expiresIn")});
}

// An artifact keeps its template, and its preview needs its title.
Html fields_of_edited(const ArtifactForm& form) {
  Html fields = content_fields(form);
  fields += hidden_field("version", form.version);
  fields += hidden_field("template", core::form_value(form.fields, "template"));
  fields += hidden_field("title", core::form_value(form.fields, "title"));
  if (form.fields.contains("alt"))
    fields += artifact_form_html::alt_field({core::form_value(form.fields, "alt")});
  return fields;
}

// How a new artifact is shared is chosen where it is saved.
Html save_new(const ArtifactForm& form) {
  const std::string_view chosen =
      form.fields.contains(kLinkExpiry) ? core::form_value(form.fields, kLinkExpiry) : "7d";
  return artifact_form_html::save_new({pages::expiry_choice(
      {}, chosen, pages::choice("", "No link", chosen.empty()), kLinkExpiry)});
}

}  // namespace

Html artifact_form(const ArtifactForm& form) {
  const bool is_new = form.version.empty();
  return artifact_form_html::artifact_form(
      {.action =
           is_new ? std::string(kPathOfNew) : "/dashboard/artifacts/" + form.from + "/content",
       .kind = is_new ? " is-new" : "",
       .draft = form.draft,
       .most_bytes = std::to_string(form.most_bytes),
       .form_token = pages::form_token_field(form.form_token),
       .from = hidden_field("from", form.from),
       .once = hidden_field("once", form.once),
       .problem = pages::problem_note(summary_of(form.problems)),
       .fields = is_new ? fields_of_new(form) : fields_of_edited(form),
       .template_problem = is_new ? Html() : problem_at(form, "template"),
       .save = is_new ? save_new(form) : artifact_form_html::save()});
}

Html new_artifact_form(const Context& context) {
  const core::FormFields none;
  return artifact_form({.fields = none,
                        .text = {},
                        .form_token = core::form_token(context.principal.browser()),
                        .once = once_of(context.request),
                        .draft = draft_name(context.principal, {}),
                        .most_bytes = context.configuration.max_file_bytes});
}

Html artifact_form_head() {
  Html head = pages::stylesheet(html::kArtifactFormStylesheet);
  head += artifact_form_html::script({html::kArtifactFormScript});
  return head;
}

fcgi::Response saved_page(const Context& context, std::vector<core::Warning> warnings,
                          const std::string& next, std::string_view url) {
  // The artifact's page leads to the field.
  std::erase_if(warnings, [](const core::Warning& warning) {
    return warning.code == WarningCode::missing_alt;
  });
  if (warnings.empty()) return redirect(next);
  Html list;
  bool has_secret = false;
  for (const core::Warning& warning : warnings) {
    list += artifact_form_html::warning({in_words(warning)});
    has_secret = has_secret || warning.secret;
  }
  return framed_page(context, 200, "Artifact saved", pages::Section::artifacts,
                     artifact_form_html::warnings(
                         {.link = url.empty() ? Html() : artifact_form_html::new_link({url}),
                          .kind = has_secret ? "problem" : "done",
                          .what = warnings.size() == 1 ? "Look at this:" : "Look at these:",
                          .warnings = list,
                          .next = next}));
}

fcgi::Response too_large_page(const core::Configuration& configuration, const core::Error& error) {
  fcgi::Response response =
      page(core::http_status(error.code),
           pages::narrow_frame(
               configuration.installation, "Too large",
               artifact_form_html::too_large({megabytes(configuration.max_file_bytes)})));
  response.error_headers(error);
  return response;
}

bool is_unsaved_artifact(const core::Configuration& configuration, const fcgi::Request& request,
                         const core::Error& error) {
  if (request.path() != kPathOfNew || is_foreign_form(configuration, request)) return false;
  // nginx passes it on as a GET.
  if (error.code == ErrorCode::payload_too_large) return true;
  return request.method() == fcgi::Method::post &&
         (error.code == ErrorCode::unavailable || error.code == ErrorCode::rate_limited);
}

fcgi::Response unsaved_artifact_page(const core::Configuration& configuration,
                                     const fcgi::Request& request, const core::Error& error) {
  const auto session = fcgi::DashboardGate::session_token(request);
  core::Error problem = error;
  problem.field.clear();
  // nginx has kept the form back.
  if (error.code == ErrorCode::payload_too_large)
    problem.message = "the file or text is too large: both together must not exceed " +
                      megabytes(configuration.max_file_bytes) +
                      ". Go back to find what you had typed";
  constexpr std::string_view kUnsaved = "nothing was saved";
  if (!problem.message.ends_with(kUnsaved)) problem.message.append("; ").append(kUnsaved);
  fcgi::Response response =
      page(core::http_status(error.code),
           pages::narrow_frame(
               configuration.installation, "New artifact",
               artifact_form_html::unsaved(
                   {.form = artifact_form({.fields = request.form(),
                                           .text = request.form_field(kText),
                                           .problems = FormProblems(request, problem),
                                           .from = std::string(request.form_field("from")),
                                           .chosen_file = name_of_file(request),
                                           .form_token = session ? core::form_token(*session) : "",
                                           .once = once_of(request),
                                           .most_bytes = configuration.max_file_bytes})}),
               artifact_form_head()));
  response.error_headers(error);
  return response;
}

}  // namespace handlers::dashboard
