#include "core/security/cryptography.h"
#include "db/artifact_rows.h"
#include "db/artifact_store.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/word_index.h"

namespace db {
namespace {

// No row: the account is gone. If nothing is created and nothing refused, an expiry is out of
// range, or the external ID is taken.
constexpr Text kCreation = R"(
with admission as materialized (
  select (answer).refused, (answer).most, (answer).used, moment
    from (select case when least(most_bytes, most_artifacts) < 9223372036854775807
                      then admit_content(id, 1, octet_length($content), most_artifacts, most_bytes)
                 end as answer
            from (select id, coalesce(max_bytes, $most_bytes) as most_bytes,
                         coalesce(max_artifacts, $most_artifacts) as most_artifacts
                    from accounts
                   where id = $account
                  offset 0) as account
          offset 0) as admitted,
         date_trunc('milliseconds', now()) as moment
), artifact as (
  insert into artifacts
    (id, account_id, template, title, description, content, content_hash, metadata,
     created_at, updated_at, expires_at, external_id, pdf_status, first_heading,
     title_words, version_at, version_author, version_note)
  select $artifact, $account, $template, $title, $description, $content, $content_hash, $metadata,
         moment, moment, coalesce($end, moment + make_interval(secs => $lifetime)), $external_id,
         $pdf_status, $first_heading, lower($title_words), moment, $author, $note
    from admission
   where refused is null and may_end_at($end, moment)
-- with a link
     and may_end_at($link_end, moment)
-- with or without
      on conflict (account_id, external_id) where external_id is not null do nothing
  returning id, account_id, listed_as, template, octet_length($content) as bytes, created_at,
            expires_at
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, listed_as, template, pg_backend_pid() % 16, 1, bytes from artifact
      {or add}
), noted as (
  insert into unindexed_artifacts (account_id, artifact_id) select account_id, id from artifact
-- with a link
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at, password_hash, is_kept,
     {link})
  select $link_id, id, account_id, $signing_key, created_at,
         coalesce($link_end, created_at + make_interval(secs => $link_lifetime), 'infinity'),
         $password_hash, true, {$link}
    from artifact
  returning created_at, expires_at
), event as (
  insert into audit_events
  select event.* from link, audit_event($event, $account, $title) as event
-- with or without
)
select refused, most, used, may_end_at($end, moment) as may_end,
       artifact.created_at, artifact.expires_at
-- with a link
       , may_end_at($link_end, moment) as link_may_end, link.created_at as link_created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity') as link_expires_at,
       coalesce(artifact.expires_at < link.expires_at, false) as ends_by_artifact,
       nullif(link.expires_at, 'infinity') as own_end
-- with or without
  from admission left join artifact on true
-- with a link
       left join link on true
-- with or without
)";
constexpr AuditedQuery<kCreation> kCreateWithLink{"artifact_create_with_link"};
constexpr Query<without_link<kCreation>()> kCreate{"artifact_create"};

// Calls `write` with the values of an artifact.
template <typename Write>
Rows write_artifact(const core::ArtifactId& id, const core::NewArtifact& artifact,
                    const core::Expiry& expiry, const core::ContentFacts& facts,
                    const core::Principal& principal, const core::PlanStorageLimits& limits,
                    const Write& write) {
  const std::string_view content = artifact.content.text();
  const core::StorageLimits& plan = limits.of(principal.plan);
  return write_admitted([&] {
    return write("artifact"_a = id, "account"_a = principal.account,
                 "template"_a = core::to_string(artifact.content_template),
                 "title"_a = artifact.title, "description"_a = artifact.description,
                 "content"_a = content, "content_hash"_a = core::sha256(content),
                 "metadata"_a = artifact.metadata, "lifetime"_a = expiry.duration(),
                 "end"_a = expiry.moment(), "external_id"_a = text_of(artifact.external_id),
                 "pdf_status"_a = pdf_status(facts.pdf), "first_heading"_a = facts.first_heading,
                 "title_words"_a = title_words(artifact.title, facts.first_heading),
                 "author"_a = author_parameter(principal), "note"_a = artifact.note,
                 "most_bytes"_a = plan.bytes, "most_artifacts"_a = plan.artifacts);
  });
}

// Why nothing was created; nothing if it was.
std::optional<core::Error> refusal_of(const Rows& rows, const core::NewArtifact& artifact,
                                      bool has_link, const core::Principal& principal) {
  if (rows.empty())
    return core::Error{core::ErrorCode::unauthorized, "the account of this key was removed"};
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, artifact.content.text().size(), principal)) return refusal;
  if (!row.boolean("may_end")) return core::invalid_expiry("expiresIn");
  if (has_link && !row.boolean("link_may_end")) return core::invalid_expiry("/share/expiresIn");
  if (row.is_null("created_at")) return external_id_taken();
  return std::nullopt;
}

InsertedArtifact inserted_in(const Row& row, const core::ArtifactId& id) {
  return {.id = id,
          .created_at = row.timestamp("created_at"),
          .expires_at = row.optional_timestamp("expires_at")};
}

}  // namespace

core::Result<InsertedArtifact> ArtifactStore::create(const core::ArtifactId& id,
                                                     const core::NewArtifact& artifact,
                                                     const core::Expiry& expiry,
                                                     const core::ContentFacts& facts,
                                                     const core::Principal& principal) {
  const Rows rows =
      write_artifact(id, artifact, expiry, facts, principal, limits_,
                     [&](const auto&... values) { return postgres_.write(kCreate, values...); });
  if (auto refusal = refusal_of(rows, artifact, false, principal)) return *std::move(refusal);
  return inserted_in(rows[0], id);
}

core::Result<ArtifactAndLink> ArtifactStore::create_with_link(
    const core::ArtifactId& id, const core::NewArtifact& artifact, const core::Expiry& expiry,
    const core::ContentFacts& facts, const core::ShareId& link_id, const NewLinkRow& link,
    const std::string& signing_key_id, const core::Principal& principal) {
  if (link.options.version && *link.options.version != core::kFirstVersion) {
    return core::Error{core::ErrorCode::invalid_request,
                       R"(must be "latest" or 1, the version that is created)", "/share/version"};
  }
  const RecordedEvent event{core::AuditAction::link_created, principal, link_id.to_string()};
  const Rows rows =
      write_artifact(id, artifact, expiry, facts, principal, limits_, [&](const auto&... values) {
        return kCreateWithLink.write(
            postgres_, event, values..., "link_id"_a = link_id, "signing_key"_a = signing_key_id,
            "link_lifetime"_a = link.expiry.duration(), "link_end"_a = link.expiry.moment(),
            "password_hash"_a = link.password_hash, "link"_a = link.options);
      });
  if (auto refusal = refusal_of(rows, artifact, true, principal)) return *std::move(refusal);
  const Row row = rows[0];
  return ArtifactAndLink{inserted_in(row, id),
                         {.id = link_id,
                          .artifact = id,
                          .signing_key_id = signing_key_id,
                          .created_at = row.timestamp("link_created_at"),
                          .expires_at = row.optional_timestamp("link_expires_at"),
                          .ends_by_artifact = row.boolean("ends_by_artifact"),
                          .own_end = row.optional_timestamp("own_end")}};
}

}  // namespace db
