#include "app/artifacts/secret_gate.h"

#include <iterator>
#include <string_view>

#include "app/artifacts/own_artifact.h"
#include "core/secrets/secret_scanner.h"

namespace app {
namespace {

using core::LocatedSecret;

void add(std::vector<LocatedSecret> found, std::vector<LocatedSecret>& all) {
  all.insert(all.end(), std::make_move_iterator(found.begin()),
             std::make_move_iterator(found.end()));
}

void look_at_text(const std::optional<std::string>& text, std::string_view pointer,
                  std::vector<LocatedSecret>& all) {
  if (text) add(core::locate_in_text(*text, core::find_secrets(*text), pointer), all);
}

void look_at_content(const std::string& content, std::vector<LocatedSecret>& all) {
  add(core::locate_in_json(content, core::find_secrets(content), "/content"), all);
}

// In all that an artifact, new or stored, publishes.
template <typename Artifact>
std::vector<LocatedSecret> secrets_in(const Artifact& artifact) {
  std::vector<LocatedSecret> secrets;
  look_at_text(artifact.title, "/title", secrets);
  look_at_text(artifact.description, "/description", secrets);
  look_at_content(artifact.content, secrets);
  return secrets;
}

core::DetectedSecret facts_of(const LocatedSecret& secret) {
  return {.kind = secret.kind,
          .line = static_cast<std::int64_t>(secret.line),
          .column = static_cast<std::int64_t>(secret.column)};
}

// "has what looks like a GitHub token in line 3, column 14"
std::string finding_of(const LocatedSecret& secret) {
  return "has what looks like " + std::string(secret.name) + " in line " +
         std::to_string(secret.line) + ", column " + std::to_string(secret.column);
}

std::string bearer_and_account(const Actor& actor) {
  if (actor.named().key) return ", and this API key or its account";
  return actor.is_app() ? ", and this app or the account" : ", and this account";
}

std::optional<core::Error> judge(const Actor& actor, const std::vector<LocatedSecret>& secrets,
                                 std::vector<core::Warning>& warnings) {
  std::optional<core::Error> problem;
  for (const LocatedSecret& secret : secrets) {
    if (actor.limits().refuses_secrets) {
      core::Error error{
          core::ErrorCode::secret_detected,
          finding_of(secret) + bearer_and_account(actor) + " does not publish detected secrets",
          secret.pointer};
      error.secret = facts_of(secret);
      core::add_problem(problem, std::move(error));
    } else {
      core::Warning warning{
          core::WarningCode::secret_detected,
          secret.pointer + ' ' + finding_of(secret) + ", which everybody who has a link can read",
          secret.pointer};
      warning.secret = facts_of(secret);
      warnings.push_back(std::move(warning));
    }
  }
  return problem;
}

}  // namespace

std::optional<core::Error> look_for_secrets(const Actor& actor, const core::NewArtifact& artifact,
                                            std::vector<core::Warning>& warnings) {
  return judge(actor, secrets_in(artifact), warnings);
}

std::optional<core::Error> look_for_secrets(const Actor& actor, const core::ArtifactChange& change,
                                            std::vector<core::Warning>& warnings) {
  std::vector<LocatedSecret> secrets;
  look_at_text(change.title.value_or(std::nullopt), "/title", secrets);
  look_at_text(change.description.value_or(std::nullopt), "/description", secrets);
  if (change.content) look_at_content(*change.content, secrets);
  return judge(actor, secrets, warnings);
}

std::optional<core::Error> refuse_secrets_in(const Actor& actor, const core::ArtifactId& id,
                                             db::ArtifactStore& artifacts) {
  return refuse_secrets_in(actor, id, {}, artifacts);
}

std::optional<core::Error> refuse_secrets_in(const Actor& actor, const core::ArtifactId& id,
                                             const core::ArtifactChange& change,
                                             db::ArtifactStore& artifacts) {
  if (!actor.limits().refuses_secrets) return std::nullopt;
  auto artifact = own_artifact(artifacts, actor, id, db::ArtifactStore::Content::with);
  if (!artifact) return artifact.error();
  if (change.title) artifact->title = *change.title;
  if (change.description) artifact->description = *change.description;
  if (change.content) artifact->content = *change.content;
  std::vector<core::Warning> none;
  return judge(actor, secrets_in(*artifact), none);
}

}  // namespace app
