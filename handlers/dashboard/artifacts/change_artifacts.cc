// GET and POST /dashboard/artifacts/change: what is done with artifacts that are chosen in the
// list. The fields are `action`, `list`, which is the path of the list, and one named after each
// artifact.
#include <array>

#include "app/bulk_changes.h"
#include "core/fields.h"
#include "handlers/dashboard/artifacts/change_artifacts.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "pages/document.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;
using Ids = std::vector<core::ArtifactId>;

enum class BulkAction : std::uint8_t { delete_, restore, revoke, extend };
constexpr std::array<std::pair<std::string_view, BulkAction>, 4> kBulkActions{{
    {"delete", BulkAction::delete_},
    {"restore", BulkAction::restore},
    {"revoke", BulkAction::revoke},
    {"extend", BulkAction::extend},
}};

// The request that a form makes.
struct Choice {
  BulkAction action = BulkAction::delete_;
  std::string_view name;  // of the action
  Ids artifacts;
  core::FormFields list;  // the parameters of the list
  std::string expires_in = "30d";
  std::string end_date;
};

// Errors: invalid_request.
core::Result<Choice> read_choice(const core::FormFields& fields) {
  const auto field = [&](std::string_view name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
  };
  Choice choice;
  const std::string action = field("action");
  for (const auto& [name, known] : kBulkActions) {
    if (name != action) continue;
    choice.action = known;
    choice.name = name;
  }
  if (choice.name.empty()) return core::Error{core::ErrorCode::invalid_request, "unknown action"};
  for (const auto& [name, value] : fields)
    if (const auto id = core::ArtifactId::parse(name)) choice.artifacts.push_back(*id);
  if (choice.artifacts.size() > app::BulkChanges::kMaximumPerStep) {
    return core::Error{core::ErrorCode::invalid_request,
                       "at most 100 artifacts can be changed at once"};
  }
  const std::string list = field("list");
  const std::size_t query = list.find('?');
  if (query != std::string::npos)
    if (auto parameters = core::parse_form(std::string_view(list).substr(query + 1)))
      choice.list = *std::move(parameters);
  if (fields.contains("expiresIn")) choice.expires_in = field("expiresIn");
  choice.end_date = field("endDate");
  return choice;
}

std::string artifacts_counted(std::size_t count) {
  return count == 1 ? "1 artifact" : html::group_thousands(count) + " artifacts";
}

std::string question_of(const Choice& choice) {
  const std::string what = artifacts_counted(choice.artifacts.size());
  switch (choice.action) {
    case BulkAction::delete_:
      return "Delete " + what + "?";
    case BulkAction::restore:
      return "Restore " + what + "?";
    case BulkAction::revoke:
      return "Revoke all links of " + what + "?";
    case BulkAction::extend:
      break;
  }
  return "Extend the expiry of " + what + "?";
}

Html consequence_of(const Choice& choice, std::int64_t active_links) {
  const Html links = html::format("{} active share {}", html::group_thousands(active_links),
                                  active_links == 1 ? "link" : "links");
  switch (choice.action) {
    case BulkAction::delete_:
      return change_artifacts_html::deletion({links});
    case BulkAction::restore:
      return change_artifacts_html::restoring();
    case BulkAction::revoke:
      return change_artifacts_html::expiring({.active_links = html::group_thousands(active_links),
                                              .are = active_links == 1 ? "is" : "are"});
    case BulkAction::extend:
      break;
  }
  return change_artifacts_html::extending();
}

std::string_view button_of(BulkAction action) {
  switch (action) {
    case BulkAction::delete_:
      return "Delete artifacts";
    case BulkAction::restore:
      return "Restore artifacts";
    case BulkAction::revoke:
      return "Revoke links";
    case BulkAction::extend:
      break;
  }
  return "Extend expiry";
}

Html new_expiry_field(const Choice& choice) {
  return pages::end_choice("New expiry, from now",
                           pages::choice("never", "Never", choice.expires_in == "never"),
                           choice.expires_in, choice.end_date);
}

// The artifacts that still exist, with a field for each.
Html chosen_list(const Context& context, Choice& choice) {
  Html list;
  Ids existing;
  for (const core::ArtifactId& id : choice.artifacts) {
    const auto artifact = context.app.artifacts.find(context.principal, id, Content::without);
    if (!artifact) continue;
    existing.push_back(id);
    list += change_artifacts_html::chosen_artifact(
        {.path = path_of(id),
         .label = label_of(*artifact),
         .field = pages::hidden_field(id.to_string(), "yes")});
  }
  choice.artifacts = std::move(existing);
  return list;
}

// Says what happens, and asks for confirmation.
core::Result<fcgi::Response> confirmation(const Context& context, int status, Choice choice,
                                          std::string_view problem) {
  const Html list = chosen_list(context, choice);
  const std::string back = path_of_list(choice.list);
  if (choice.artifacts.empty()) return redirect(back);
  std::int64_t active_links = 0;
  for (const db::LinkSummary& links :
       context.app.share_link_lists.summaries(context.principal, choice.artifacts))
    active_links += links.active;
  const std::string question = question_of(choice);
  const bool ends_something =
      choice.action == BulkAction::delete_ || choice.action == BulkAction::revoke;
  return framed_page(
      context, status, question, pages::Section::artifacts,
      change_artifacts_html::confirmation(
          {.back = back,
           .question = question,
           .consequence = consequence_of(choice, active_links),
           .form_token = form_token_field(context),
           .problem = pages::problem_note(problem),
           .action = pages::hidden_field("action", choice.name),
           .list = pages::hidden_field("list", back),
           .expiry = choice.action == BulkAction::extend ? new_expiry_field(choice) : Html(),
           .danger = ends_something ? Html(" class=\"danger\"") : Html(),
           .button = button_of(choice.action),
           .artifacts = list}),  // For the field of a date.
      pages::stylesheet(html::kLinksStylesheet));
}

// Where some could not be changed.
fcgi::Response incomplete(const Context& context, const Choice& choice,
                          const app::BulkChanges::Outcome& outcome) {
  Html reasons;
  for (const core::Error& problem : outcome.problems) {
    const bool is_foreign = problem.code == core::ErrorCode::forbidden;
    reasons += change_artifacts_html::reason({form_problem(is_foreign ? not_found() : problem)});
  }
  const std::string_view title = "Not all artifacts were changed";
  return framed_page(
      context, 409, title, pages::Section::artifacts,
      change_artifacts_html::incomplete({.title = title,
                                         .changed = html::group_thousands(outcome.changed.size()),
                                         .chosen = artifacts_counted(choice.artifacts.size()),
                                         .reasons = reasons,
                                         .path = path_of_list(choice.list)}));
}

core::Result<core::Expiry> chosen_expiry(const Choice& choice) {
  core::FormFields fields{{"expiresIn", choice.expires_in}, {"endDate", choice.end_date}};
  read_end_choice(fields);
  core::FieldReader reader(fields);
  const auto expiry = reader.expiry("expiresIn");
  if (auto problem = reader.problem()) return *std::move(problem);
  if (!expiry) return core::invalid_expiry("expiresIn");
  return *expiry;
}

// Those that were changed; of a revocation, as many as there were links.
core::Result<app::BulkChanges::Outcome> change_chosen(const Context& context,
                                                      const Choice& choice) {
  app::BulkChanges& changes = context.app.bulk_changes;
  switch (choice.action) {
    case BulkAction::delete_:
      return changes.delete_chosen(context.principal, choice.artifacts);
    case BulkAction::restore:
      return changes.restore_chosen(context.principal, choice.artifacts);
    case BulkAction::revoke:
      break;
    case BulkAction::extend: {
      const auto expiry = chosen_expiry(choice);
      if (!expiry) return expiry.error();
      return changes.extend_chosen(context.principal, choice.artifacts, *expiry);
    }
  }
  return app::BulkChanges::Outcome();
}

// The list, which says what was done.
fcgi::Response list_with_outcome(const Choice& choice, std::int64_t changed, const Ids& undoable) {
  core::FormFields fields = choice.list;
  fields["done"] = choice.name;
  fields["changed"] = std::to_string(changed);
  fields["chosen"] = std::to_string(choice.artifacts.size());
  std::string ids;
  for (const core::ArtifactId& id : undoable)
    ids.append(ids.empty() ? "" : " ").append(id.to_string());
  fields["undo"] = ids;
  return redirect(path_of_list(fields));
}

core::Result<fcgi::Response> show_change_artifacts(const Context& context) {
  auto choice = read_choice(context.request.query_fields());
  if (!choice) return choice.error();
  return confirmation(context, 200, *std::move(choice), {});
}

core::Result<fcgi::Response> change_artifacts(const Context& context) {
  const auto choice = read_choice(context.request.form());
  if (!choice) return choice.error();
  if (choice->action == BulkAction::revoke) {
    const auto revoked =
        context.app.bulk_changes.revoke_links_of_chosen(context.principal, choice->artifacts);
    if (!revoked) return page_problem(revoked.error());
    return list_with_outcome(*choice, *revoked, {});
  }
  const auto outcome = change_chosen(context, *choice);
  if (!outcome) {
    return form_refusal(in_words_of_form(outcome.error(), context.request),
                        [&](int status, std::string_view why) {
                          return confirmation(context, status, *choice, why);
                        });
  }
  if (!outcome->problems.empty()) return incomplete(context, *choice, *outcome);
  return list_with_outcome(*choice, static_cast<std::int64_t>(outcome->changed.size()),
                           choice->action == BulkAction::delete_ ? outcome->changed : Ids());
}

}  // namespace

std::vector<Endpoint> chosen_artifact_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/artifacts/change", .access = Access::user},
       show_change_artifacts},
      {{.method = Method::post, .pattern = "/dashboard/artifacts/change", .access = Access::user},
       change_artifacts}};
}

}  // namespace handlers::dashboard
