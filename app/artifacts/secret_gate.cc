#include "app/artifacts/secret_gate.h"

#include <iterator>
#include <string_view>

#include "app/artifacts/own_artifact.h"
#include "core/secrets/secret_scanner.h"

namespace app {
namespace {

using core::LocatedSecret;

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

// All that were found.
class SecretSearch {
 public:
  void text(const std::optional<std::string>& text, std::string_view pointer) {
    if (text) add(core::locate_in_text(*text, core::find_secrets(*text), pointer));
  }
  void content(const std::string& content) {
    add(core::locate_in_json(content, core::find_secrets(content), "/content"));
  }
  // In all that an artifact, new or stored, publishes.
  template <typename Artifact>
  void artifact(const Artifact& artifact) {
    text(artifact.title, "/title");
    text(artifact.description, "/description");
    content(artifact.content);
  }

  const std::vector<LocatedSecret>& found() const { return found_; }

 private:
  void add(std::vector<LocatedSecret> more) {
    found_.insert(found_.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
  }

  std::vector<LocatedSecret> found_;
};

}  // namespace

std::optional<core::Error> examine_for_secrets(const Actor& actor,
                                               const core::NewArtifact& artifact,
                                               std::vector<core::Warning>& warnings) {
  SecretSearch search;
  search.artifact(artifact);
  return judge(actor, search.found(), warnings);
}

std::optional<core::Error> examine_for_secrets(const Actor& actor,
                                               const core::ArtifactChange& change,
                                               std::vector<core::Warning>& warnings) {
  SecretSearch search;
  search.text(change.title.value_or(std::nullopt), "/title");
  search.text(change.description.value_or(std::nullopt), "/description");
  if (change.content) search.content(*change.content);
  return judge(actor, search.found(), warnings);
}

std::optional<core::Error> refuse_secrets(const Actor& actor, const core::ArtifactId& id,
                                          db::ArtifactStore& artifacts) {
  return refuse_secrets(actor, id, {}, artifacts);
}

std::optional<core::Error> refuse_secrets(const Actor& actor, const core::ArtifactId& id,
                                          const core::ArtifactChange& change,
                                          db::ArtifactStore& artifacts) {
  if (!actor.limits().refuses_secrets) return std::nullopt;
  auto artifact = own_artifact(artifacts, actor, id, db::ArtifactStore::Content::with);
  if (!artifact) return artifact.error();
  if (change.title) artifact->title = *change.title;
  if (change.description) artifact->description = *change.description;
  if (change.content) artifact->content = *change.content;
  SecretSearch search;
  search.artifact(*artifact);
  std::vector<core::Warning> none;
  return judge(actor, search.found(), none);
}

}  // namespace app
