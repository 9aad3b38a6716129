// The artifact of a dashboard page, how pages name it, and how a search does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/artifacts.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/text/form.h"
#include "handlers/endpoint.h"
#include "html/html.h"

namespace handlers::dashboard {

using Content = app::Artifacts::Content;

// The artifact in the path. Errors: not_found(), also for another account's artifact.
core::Result<core::Artifact> own_artifact(const Context& context, Content content);
core::Result<core::Artifact> own_artifact(const Context& context, const core::ArtifactId& id,
                                          Content content);

// Runs `work` with the artifact and its content: in a turn if it is large. Errors: also those of
// `work`.
template <typename Work>
auto with_content(const Context& context, const core::ArtifactId& id, const Work& work) {
  return context.app.request_admission.run_with_content(
      [&](Content content) { return own_artifact(context, id, content); },
      context.principal.account, work);
}

// Its name, or a placeholder if it has neither a title nor a heading.
std::string label_of(const core::Artifact& artifact);

// Its state, unless it is active; disabled takes precedence over all others.
html::Html status_badge(const core::Artifact& artifact);

// The path of the artifact's page, with a suffix: "/dashboard/artifacts/art_…/edit".
std::string path_of(const core::ArtifactId& artifact, std::string_view rest = {});

// The path of the list of artifacts with those of these parameters that it has: search, template,
// status, sort and cursor, and what became of chosen artifacts.
std::string path_of_list(const core::FormFields& parameters);

// The same with one of its share links, which the page marks.
std::string path_of(const core::ArtifactId& artifact, const core::ShareId& link);

// The `expiresIn` of a form with pages::end_choice() as the API has it.
void read_end_choice(core::FormFields& form);
// The message about a date that is none, has passed or is too far away.
core::Error in_words_of_form(core::Error error, const fcgi::Request& request);

// Finds what a search names by an ID, by the address of a share link or a page, or by an external
// ID that is no word.
struct Named {
  std::string path;  // of the page that shows it; empty if the account has no such thing
  std::string_view problem = {};  // which is then said; the same whether another account has it
};
// Nothing for any other text.
std::optional<Named> named_by(const Context& context, std::string_view search);

// The elements of <head> that pages with share links have besides.
html::Html link_assets();

// The same for lists whose rows can be chosen.
html::Html list_assets();
// The field of such a list's form that sorts it where narrow windows have no headings.
html::Html order_choice(std::string_view order, std::string_view usual, std::string_view column,
                        bool is_chosen);
html::Html order_field(const html::Html& choices);

// The breadcrumb of a subordinate page, which links to the artifact's page.
html::Html breadcrumb(const core::Artifact& artifact);

}  // namespace handlers::dashboard
