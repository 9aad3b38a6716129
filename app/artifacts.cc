#include "app/artifacts.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/publishing_rules.h"
#include "core/artifact.h"
#include "core/time.h"
#include "db/connection/postgres.h"
#include "rendering/pdf_files.h"
#include "rendering/pdf_queue.h"
#include "runtime/admission.h"
#include "templates/content.h"
#include "templates/registry.h"
#include "templates/sent_file.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;

std::optional<Error> check(const core::Preconditions& conditions, const core::Artifact& artifact) {
  if (core::are_met(conditions, artifact)) return std::nullopt;
  return Error{ErrorCode::precondition_failed,
               conditions.if_none_match
                   ? "the artifact already exists, which If-None-Match excludes"
                   : "the artifact has changed; fetch it again to get its current ETag"};
}

// What the content could be, if the input names no template.
void give_example(Error& problem, core::Template content_template) {
  const auto add_to = [&](Error& error) {
    if (error.field == "content" && error.code == ErrorCode::invalid_content)
      error.message += content_example(content_template);
  };
  add_to(problem);
  std::for_each(problem.others.begin(), problem.others.end(), add_to);
}

// A file that says nothing of what it shows keeps what was said of the one before.
void keep_alt(db::ArtifactStore& store, const core::Artifact& artifact, templates::SentFile& file) {
  const templates::FileType* const type =
      templates::definition_of(artifact.content_template).file_type(file.media_type);
  if (type != nullptr && type->is_picture && file.alt.empty())
    file.alt = store.text_in_content(artifact, "alt");
}

// Completes `change` with what is written to `artifact`, or returns everything that is wrong with
// it. The findings about its content go to `findings`.
std::optional<Error> prepare(db::ArtifactStore& store, ArtifactChangeInput& change,
                             const core::Artifact& artifact, templates::ContentFindings& findings) {
  std::optional<Error> problem = change.problem;
  if (problem && !change.content_template) give_example(*problem, artifact.content_template);
  if (change.content_template && *change.content_template != artifact.content_template) {
    core::add_problem(problem, {ErrorCode::template_immutable,
                                "cannot be changed; this artifact's template is \"" +
                                    std::string(core::to_string(artifact.content_template)) + "\"",
                                "template"});
  }
  const auto& end = artifact.expires_at;
  if (change.expires_at && (!end || *change.expires_at != end->rfc3339()))
    core::add_problem(problem, not_expires_at("expiresAt"));
  if (change.file && !change.fields.content) {
    keep_alt(store, artifact, *change.file);
    auto content = templates::content_of(artifact.content_template, *change.file);
    if (content) {
      change.fields.content = *std::move(content);
    } else {
      core::add_problem(problem, content.error());
    }
  }
  if (change.fields.content) {
    auto checked = templates::check_content(artifact.content_template, *change.fields.content);
    if (checked) {
      findings = *std::move(checked);
      if (findings.stored) change.fields.content = *std::move(findings.stored);
    } else {
      core::add_problem(problem, checked.error());
    }
  }
  if (change.metadata) {
    if (auto merged = core::merge_metadata(artifact.metadata, *change.metadata)) {
      change.fields.metadata = *std::move(merged);
    } else {
      core::add_problem(problem, merged.error());
    }
  }
  return problem;
}

Error external_id_taken_by(const core::Artifact& holder) {
  const bool is_deleted = holder.status == core::ArtifactStatus::deleted;
  return {ErrorCode::external_id_conflict,
          (is_deleted ? "belongs to the deleted artifact " : "belongs to the artifact ") +
              holder.id.to_string() +
              (is_deleted ? "; restore it, or delete it permanently to use the externalId again"
                          : "; to change it, use PUT /artifacts/" + holder.external_id->address()),
          "externalId"};
}

// An artifact has at most one external ID, and no two of an account have the same.
std::optional<Error> refuse_external_id(db::ArtifactStore& store, const core::Artifact& artifact,
                                        const core::ArtifactChange& change) {
  const auto id = change.external_id.value_or(std::nullopt);
  if (!id || id == artifact.external_id) return std::nullopt;
  const auto holder = store.find(artifact.account, *id, Artifacts::Content::without);
  return holder ? std::optional(external_id_taken_by(*holder)) : std::nullopt;
}

}  // namespace

core::Result<CreatedArtifact> Artifacts::create(const core::Principal& principal,
                                                core::NewArtifact artifact) {
  if (auto refusal = principal.refuse(Scope::artifacts_write)) return *std::move(refusal);
  auto checked = check_new_artifact(principal, artifact, store_, web_pages_);
  if (!checked) return checked.error();
  const auto created = store_.create(core::ArtifactId::generate(core::now()), artifact,
                                     checked->expiry, checked->facts, principal);
  if (!created)
    return with_existing_artifact(created.error(), store_, principal, artifact.external_id);
  pdfs_.begin(created->id, principal.account, checked->facts.pdf);
  return CreatedArtifact{*created, std::move(checked->facts.pdf), std::move(checked->warnings)};
}

core::Result<core::Artifact> Artifacts::find(const core::Principal& principal,
                                             const core::ArtifactId& id, Content content) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  auto artifact = own_artifact(store_, principal, id, content);
  if (artifact) pdfs_.requeue(*artifact);
  return artifact;
}

core::Result<core::ArtifactId> Artifacts::id_of(const core::Principal& principal,
                                                const core::ExternalId& id) {
  constexpr std::array kScopes{Scope::artifacts_read, Scope::artifacts_write,
                               Scope::artifacts_share, Scope::artifacts_delete};
  const bool may_do_nothing = std::all_of(kScopes.begin(), kScopes.end(),
                                          [&](Scope scope) { return principal.refuse(scope); });
  if (may_do_nothing) return *principal.refuse(Scope::artifacts_read);
  if (const auto artifact = store_.id_of(principal.account, id)) return *artifact;
  return no_artifact_with_external_id();
}

core::Result<core::ListRequest> Artifacts::list_request(const Query& query) const {
  core::ListRequest request{.filter = query.filter,
                            .after = std::nullopt,
                            .offset = query.offset.value_or(0),
                            .limit = query.limit};
  if (!query.cursor) return request;
  if (query.offset) return Error{ErrorCode::invalid_cursor, "cursor and offset cannot be combined"};
  const auto after = core::read_cursor(*query.cursor, query.filter, keys_);
  if (!after) return after.error();
  request.after = *after;
  return request;
}

core::Result<ArtifactList> Artifacts::list(const core::Principal& principal, const Query& query) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  const auto request = list_request(query);
  if (!request) return request.error();
  if (query.offset && query.filter.is_search()) {
    return Error{ErrorCode::invalid_request,
                 "offset can be combined with template, status and sort only; use cursor "
                 "instead"};
  }
  auto page = search_.find(principal.account, *request);
  if (!page) return page.error();
  ArtifactList list{.artifacts = std::move(page->artifacts),
                    .total = page->total,
                    .total_is_exact = page->total_is_exact,
                    .passed = request->passed(),
                    .next_cursor = std::nullopt};
  if (page->next) list.next_cursor = core::write_cursor(*page->next, query.filter, keys_);
  return list;
}

std::optional<Error> Artifacts::refuse_change(const core::Principal& principal,
                                              const core::Artifact& artifact,
                                              const ArtifactChangeInput& change,
                                              const core::Preconditions& conditions) {
  if (change.found_by && artifact.external_id != change.found_by)
    return no_artifact_with_external_id();
  if (artifact.status == core::ArtifactStatus::deleted)
    return Error{ErrorCode::artifact_deleted, "the artifact " + artifact.id.to_string() +
                                                  " is deleted; restore it before updating it"};
  if (auto refusal = check(conditions, artifact)) return refusal;
  if (!change.base_version || *change.base_version == artifact.version) return std::nullopt;
  std::string message = "is " + change.base_version->to_string() +
                        ", but the artifact is at version " + artifact.version.to_string();
  if (principal.may_read_artifacts()) {
    if (const auto current = versions_.find(artifact.id, artifact.version)) {
      message += ", written by " + core::to_words(current->author) + " at " +
                 current->created_at.rfc3339();
    }
  }
  Error error{ErrorCode::version_conflict, message, "baseVersion"};
  error.current_version = artifact.version.value();
  return error;
}

core::Result<std::optional<ChangedArtifact>> Artifacts::write(
    const core::Principal& principal, const core::Artifact& artifact, ArtifactChangeInput& change,
    const core::Preconditions& conditions) {
  templates::ContentFindings findings;
  if (auto problem = prepare(store_, change, artifact, findings)) return *std::move(problem);
  if (auto refusal = refuse_change(principal, artifact, change, conditions))
    return *std::move(refusal);
  if (auto refusal = refuse_external_id(store_, artifact, change.fields))
    return *std::move(refusal);
  // Whoever restores the current version changes nothing, not even the time of the last change.
  if (change.restored == artifact.version)
    return std::optional(ChangedArtifact{artifact, std::move(findings.warnings)});
  const bool conceals = !principal.may_read_artifacts();
  if (conceals && change.fields.appends) findings.warnings.clear();
  if (auto refusal = examine_for_secrets(principal, change.fields, findings.warnings))
    return *std::move(refusal);
  if (auto refusal =
          refuse_extension(principal, artifact, change.fields, {store_, versions_, admission_}))
    return *std::move(refusal);
  const std::size_t written = rewritten_bytes(change.fields, artifact);
  if (auto refusal = budget_.refuse(principal, written)) return *std::move(refusal);
  if (change.restored && !versions_.hold(artifact.id, *change.restored)) {
    return Error{ErrorCode::version_erased,
                 "version " + change.restored->to_string() + " was erased or removed meanwhile"};
  }
  const auto never_expiring_links = never_expiring_links_.of(principal.plan)
                                        ? db::ArtifactStore::NeverExpiringLinks::allowed
                                        : db::ArtifactStore::NeverExpiringLinks::refused;
  auto changed =
      store_.update(artifact, change.fields, facts_of(findings), never_expiring_links, principal);
  if (!changed) return changed.error();
  if (!*changed) return std::optional<ChangedArtifact>();
  budget_.charge(principal, written);
  ChangedArtifact result{**std::move(changed), std::move(findings.warnings)};
  pdfs_.begin(artifact.id, result.account, result.pdf);
  if (conceals && (change.fields.appends || !change.fields.content)) result.pdf.reset();
  return std::optional(std::move(result));
}

std::optional<Error> Artifacts::refuse_input(const core::Principal& principal,
                                             const ArtifactChangeInput& change) {
  if (auto refusal = principal.refuse(Scope::artifacts_write)) return refusal;
  if (!change.fields.expiry) return std::nullopt;
  return refuse_expiry(principal, *change.fields.expiry, store_);
}

core::Result<ChangedArtifact> Artifacts::change(const core::Principal& principal,
                                                const core::ArtifactId& id,
                                                ArtifactChangeInput change,
                                                const core::Preconditions& conditions) {
  if (auto refusal = refuse_input(principal, change)) return *std::move(refusal);
  for (;;) {
    const auto artifact = own_artifact(store_, principal, id, Content::without);
    if (!artifact) return change.problem ? *std::move(change.problem) : artifact.error();
    auto changed = write(principal, *artifact, change, conditions);
    if (!changed) return changed.error();
    if (*changed) return **std::move(changed);
  }
}

core::Result<ChangedArtifact> Artifacts::change_content(const core::Principal& principal,
                                                        core::Artifact artifact,
                                                        const ContentChange& new_content,
                                                        ArtifactChangeInput change,
                                                        const core::Preconditions& conditions) {
  if (auto refusal = refuse_input(principal, change)) return *std::move(refusal);
  for (;;) {
    if (auto refusal = refuse_change(principal, artifact, change, conditions))
      return *std::move(refusal);
    auto content = new_content(artifact);
    if (!content) return content.error();
    change.fields.content = *std::move(content);
    auto changed = write(principal, artifact, change, conditions);
    if (!changed) return changed.error();
    if (*changed) return **std::move(changed);
    auto current = own_artifact(store_, principal, artifact.id, Content::with);
    if (!current) return current.error();
    artifact = *std::move(current);
  }
}

core::Result<core::Timestamp> Artifacts::remove(const core::Principal& principal,
                                                const core::ArtifactId& id, Deletion deletion,
                                                const core::Preconditions& conditions) {
  if (auto refusal = principal.refuse(Scope::artifacts_delete)) return *std::move(refusal);
  for (;;) {
    const auto artifact = own_artifact(store_, principal, id, Content::without);
    if (!artifact) return artifact.error();
    if (auto problem = check(conditions, *artifact)) return *std::move(problem);
    const auto deleted_at = deletion == Deletion::permanent
                                ? store_.remove(id, artifact->revision, principal)
                                : store_.soft_delete(id, artifact->revision, principal);
    if (!deleted_at) continue;
    if (deletion == Deletion::permanent) pdfs_.remove_of({id});
    return *deleted_at;
  }
}

core::Result<core::Artifact> Artifacts::restore(const core::Principal& principal,
                                                const core::ArtifactId& id, Content content) {
  if (auto refusal = principal.refuse(Scope::artifacts_delete)) return *std::move(refusal);
  for (;;) {
    const auto artifact = own_artifact(store_, principal, id, Content::without);
    if (!artifact) return artifact.error();
    if (artifact->status != core::ArtifactStatus::deleted)
      return Error{ErrorCode::not_deleted, "the artifact is not deleted"};
    if (!artifact->can_be_restored) {
      return Error{ErrorCode::not_found,
                   "the artifact was deleted more than 30 days ago and cannot be restored"};
    }
    if (auto refusal = refuse_revival(principal, *artifact, {store_, versions_, admission_}))
      return *std::move(refusal);
    if (auto restored = store_.restore(id, artifact->revision, content, principal))
      return *std::move(restored);
  }
}

core::Result<core::Artifact> Artifacts::find_restored(const core::Principal& principal,
                                                      const core::ArtifactId& id, Content content) {
  if (auto refusal = principal.refuse(Scope::artifacts_delete)) return *std::move(refusal);
  return own_artifact(store_, principal, id, content);
}

using core::Error;
using core::ErrorCode;

core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts,
                                          const core::Principal& principal,
                                          const core::ArtifactId& id,
                                          db::ArtifactStore::Content content) {
  std::optional<core::Artifact> artifact = artifacts.find(id, content);
  if (!artifact) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  if (artifact->account != principal.account)
    return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  return *std::move(artifact);
}

core::Error no_artifact_with_external_id() {
  return {ErrorCode::not_found, "there is no artifact with this external ID"};
}

core::Error not_expires_at(std::string_view field) {
  return {ErrorCode::invalid_request, "is set by the service; did you mean \"expiresIn\"?", field};
}

core::Error with_existing_artifact(Error error, db::ArtifactStore& artifacts,
                                   const core::Principal& principal,
                                   const std::optional<core::ExternalId>& id) {
  if (error.code != ErrorCode::external_id_conflict || !id) return error;
  const auto holder = artifacts.find(principal.account, *id, db::ArtifactStore::Content::without);
  return holder ? external_id_taken_by(*holder) : error;
}

core::ContentFacts facts_of(const templates::ContentFindings& findings) {
  core::ContentFacts facts{.first_heading = findings.first_heading, .pdf = std::nullopt};
  if (findings.makes_pdf) facts.pdf = core::PdfState{core::PdfProgress::rendering, {}};
  return facts;
}

core::Result<CheckedArtifact> check_new_artifact(const core::Principal& principal,
                                                 core::NewArtifact& artifact,
                                                 db::ArtifactStore& artifacts,
                                                 core::WebPages web_pages) {
  if (web_pages == core::WebPages::off &&
      templates::definition_of(artifact.content_template).has_document)
    return Error{ErrorCode::invalid_template,
                 "must be another one, as this installation shows no web pages; the template pdf "
                 "makes a PDF of HTML",
                 "template"};
  std::vector<core::Warning> warnings;
  const auto expiry =
      choose_expiry(principal, artifact.expiry, core::Expiry::never(), artifacts, warnings);
  if (!expiry) return expiry.error();
  auto findings = templates::check_content(artifact.content_template, artifact.content);
  if (!findings) return findings.error();
  if (findings->stored) artifact.content = *std::move(findings->stored);
  core::append(warnings, std::move(findings->warnings));
  if (auto refusal = examine_for_secrets(principal, artifact, warnings)) return *std::move(refusal);
  return CheckedArtifact{*expiry, facts_of(*findings), std::move(warnings)};
}

namespace {

// How long to wait for the process that queued the PDF.
constexpr std::int64_t kPatienceMilliseconds = 60'000;

}  // namespace

void PreparedPdfs::begin(const core::ArtifactId& id, const core::AccountId& account,
                         const std::optional<core::PdfState>& state) {
  if (!state || state->progress != core::PdfProgress::rendering) return;
  postgres_.when_committed([&queue = queue_, id, account] { queue.add(id, account); });
}

void PreparedPdfs::requeue(const core::Artifact& artifact) {
  if (!artifact.pdf || artifact.pdf->progress != core::PdfProgress::rendering ||
      artifact.status == core::ArtifactStatus::deleted)
    return;
  if (core::now().unix_milliseconds() - artifact.updated_at.unix_milliseconds() >
      kPatienceMilliseconds)
    queue_.add(artifact.id, artifact.account);
}

void PreparedPdfs::remove_of(const std::vector<core::ArtifactId>& artifacts) {
  postgres_.when_committed([&files = files_, artifacts] { files.remove_of(artifacts); });
}

core::Result<db::ArtifactPage> ArtifactSearch::find(const core::AccountId& account,
                                                    const core::ListRequest& request) {
  if (request.filter.is_sorted()) return sort(account, request);
  if (!request.filter.is_search()) return db::list_artifacts(postgres_, account, request);
  if (auto found = db::search_by_index(postgres_, account, request)) return *std::move(found);
  const auto turn = admission_.enter(runtime::CostlyWork::search, account.to_string());
  if (!turn) return turn.error();
  return db::search_by_walk(postgres_, account, request);
}

core::Result<db::ArtifactPage> ArtifactSearch::sort(const core::AccountId& account,
                                                    const core::ListRequest& request) {
  const auto turn = admission_.enter(runtime::CostlyWork::search, account.to_string());
  if (!turn) return turn.error();
  if (auto found = db::sort_candidates(postgres_, account, request, db::kMostSorted))
    return *std::move(found);
  return Error{
      ErrorCode::too_many_to_sort,
      "more than 10,000 artifacts match, or they have more than 100,000 share links, which "
      "is too many for sort=" +
          std::string(core::name_of(request.filter.order)) +
          "; add filters, such as template, status, q or createdAfter, or sort by "
          "createdAt, updatedAt or, without other filters than template and status, "
          "expiresAt"};
}

core::Result<db::CountedArtifacts> ArtifactSearch::count(
    const core::AccountId& account, const core::ListFilter& filter,
    const std::optional<core::ListCursor>& after) {
  const auto turn = admission_.enter(runtime::CostlyWork::search, account.to_string());
  if (!turn) return turn.error();
  return db::count_artifacts(postgres_, account, filter, after);
}

core::Error without_form(templates::Form form, core::Template content_template) {
  return {core::ErrorCode::invalid_request,
          std::string(templates::definition_of(content_template).plural) + " cannot be read as " +
              std::string(templates::media_type_of(form)) + "; read this one as Markdown"};
}

}  // namespace app
