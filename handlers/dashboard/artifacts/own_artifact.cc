#include "handlers/dashboard/artifacts/own_artifact.h"

#include <algorithm>

#include "app/share_link_lists.h"
#include "core/configuration.h"
#include "core/text/text.h"
#include "handlers/artifact_reference.h"
#include "handlers/dashboard/artifacts/own_artifact.html.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "pages/document.h"
#include "pages/forms.h"

namespace handlers::dashboard {

using html::Html;

core::Result<core::Artifact> own_artifact(const Context& context, Content content) {
  return own_artifact(context, artifact_id(context), content);
}

core::Result<core::Artifact> own_artifact(const Context& context, const core::ArtifactId& id,
                                          Content content) {
  auto artifact = context.app.artifacts.find(context.principal, id, content);
  if (!artifact) return page_problem(artifact.error());
  return artifact;
}

std::string label_of(const core::Artifact& artifact) {
  return core::display_title(artifact).value_or("Untitled");
}

Html status_badge(const core::Artifact& artifact) {
  if (artifact.disabled) return own_artifact_html::disabled();
  switch (artifact.status) {
    case core::ArtifactStatus::active:
      return {};
    case core::ArtifactStatus::expired:
      return own_artifact_html::expired();
    case core::ArtifactStatus::deleted:
      return own_artifact_html::deleted();
  }
  return {};
}

std::string path_of(const core::ArtifactId& artifact, std::string_view rest) {
  return "/dashboard/artifacts/" + artifact.to_string() + std::string(rest);
}

std::string path_of_list(const core::FormFields& parameters) {
  const auto value = [&](std::string_view name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string_view() : std::string_view(found->second);
  };
  const std::string query = core::write_form({{"search", value("search")},
                                              {"template", value("template")},
                                              {"status", value("status")},
                                              {"sort", value("sort")},
                                              {"cursor", value("cursor")},
                                              {"done", value("done")},
                                              {"changed", value("changed")},
                                              {"chosen", value("chosen")},
                                              {"undo", value("undo")}});
  return "/dashboard/artifacts" + (query.empty() ? query : '?' + query);
}

std::string path_of(const core::ArtifactId& artifact, const core::ShareId& link) {
  const std::string id = link.to_string();
  return path_of(artifact, "?link=" + id + '#' + id);
}

void read_end_choice(core::FormFields& form) {
  const auto expiry = form.find("expiresIn");
  if (expiry != form.end() && expiry->second == pages::kOnDate)
    expiry->second = form["endDate"] + "T23:59:59Z";
}

core::Error in_words_of_form(core::Error error, const fcgi::Request& request) {
  if (error.code == core::ErrorCode::invalid_expires_in &&
      request.form_field("expiresIn") == pages::kOnDate)
    error.message = "must be a day from today on, at most ten years ahead";
  return page_problem(error);
}

namespace {

constexpr std::string_view kNoSuchArtifact = "No artifact of yours has this ID.";
constexpr std::string_view kNoSuchLink = "No link of yours has this ID.";
constexpr std::string_view kNoSuchAddress = "No link of yours has this address.";

Named link_named(const Context& context, const core::ShareId& link, std::string_view problem) {
  const auto artifact = context.app.share_link_lists.artifact_of(context.principal, link);
  return artifact ? Named{path_of(*artifact, link)} : Named{{}, problem};
}

Named artifact_named(const Context& context, const core::ArtifactId& artifact,
                     std::string_view problem) {
  const auto found = context.app.artifacts.find(context.principal, artifact, Content::without);
  return found ? Named{path_of(artifact)} : Named{{}, problem};
}

// The address from its path on, whatever name the service had in it; empty for any other text.
std::string_view path_in(std::string_view text, std::string_view path) {
  const std::size_t at = text.find(path);
  const bool is_address = at != std::string_view::npos && text.find(' ') == std::string_view::npos;
  return is_address ? text.substr(at) : std::string_view();
}

// A word may be in titles too, so it is searched for.
bool is_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

}  // namespace

std::optional<Named> named_by(const Context& context, std::string_view search) {
  const std::string_view text = core::trim(search);
  if (const auto link = core::ShareId::parse(text)) return link_named(context, *link, kNoSuchLink);
  if (const auto artifact = core::ArtifactId::parse(text))
    return artifact_named(context, *artifact, kNoSuchArtifact);
  if (const auto path = path_in(text, "/a/art_"); !path.empty()) {
    const auto named = parse_reference({}, path);
    if (!named) return Named{{}, kNoSuchAddress};
    if (!named->token) return artifact_named(context, named->artifact, kNoSuchAddress);
    const auto link = context.app.share_link_lists.link_with(named->artifact, *named->token);
    return link ? link_named(context, *link, kNoSuchAddress) : Named{{}, kNoSuchAddress};
  }
  if (const auto path = path_in(text, "/dashboard/artifacts/art_"); !path.empty())
    if (const auto named = parse_reference({}, path))
      return artifact_named(context, named->artifact, kNoSuchArtifact);
  if (is_word(text)) return std::nullopt;
  const auto external_id = core::ExternalId::parse(text);
  if (!external_id) return std::nullopt;
  const auto artifact = context.app.artifacts.id_of(context.principal, *external_id);
  return artifact ? std::optional(Named{path_of(*artifact)}) : std::nullopt;
}

Html link_assets() {
  return own_artifact_html::link_assets(
      {.stylesheet = pages::stylesheet(html::kLinksStylesheet), .script = html::kLinksScript});
}

Html list_assets() {
  return own_artifact_html::list_assets(
      {.stylesheet = pages::stylesheet(html::kListsStylesheet), .script = html::kListsScript});
}

Html order_choice(std::string_view order, std::string_view usual, std::string_view column,
                  bool is_chosen) {
  return pages::choice(order == usual ? "" : order, "Sort: " + std::string(column), is_chosen);
}

Html order_field(const Html& choices) { return own_artifact_html::order_field({choices}); }

Html breadcrumb(const core::Artifact& artifact) {
  return own_artifact_html::breadcrumb({.path = path_of(artifact.id), .label = label_of(artifact)});
}

}  // namespace handlers::dashboard
