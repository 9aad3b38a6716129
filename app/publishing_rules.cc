#include "app/publishing_rules.h"

#include <iterator>
#include <string>
#include <string_view>

#include "app/artifacts.h"
#include "core/security/secret_scanner.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

std::string bearer_of(const core::Principal& principal) {
  return principal.key ? "this API key" : "this app";
}

Error too_late(const core::Principal& principal) {
  return {ErrorCode::expiry_not_allowed,
          "must be at most \"" + principal.limits.maximum_expiry->text() +
              "\" from now, the limit of " + bearer_of(principal),
          "expiresIn"};
}

bool is_later_than_limit(const core::Timestamp& moment, const core::Duration& limit,
                         db::ArtifactStore& artifacts) {
  return moment.unix_milliseconds() - artifacts.now().unix_milliseconds() > limit.seconds() * 1000;
}

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

std::string bearer_and_account(const core::Principal& principal) {
  if (principal.key) return ", and this API key or its account";
  return principal.kind == core::Principal::Kind::app ? ", and this app or the account"
                                                      : ", and this account";
}

std::optional<core::Error> refuse_or_warn(const core::Principal& principal,
                                          const std::vector<LocatedSecret>& secrets,
                                          std::vector<core::Warning>& warnings) {
  std::optional<core::Error> problem;
  for (const LocatedSecret& secret : secrets) {
    if (principal.limits.refuses_secrets) {
      core::Error error{
          core::ErrorCode::secret_detected,
          finding_of(secret) + bearer_and_account(principal) + " does not publish detected secrets",
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
  void json(const core::JsonTree& value, std::string_view pointer) {
    add(core::locate_in_json(value, core::find_secrets(value.text()), pointer));
  }
  // In everything that an artifact publishes.
  void artifact(const std::optional<std::string>& title,
                const std::optional<std::string>& description, const core::JsonTree& content) {
    text(title, "/title");
    text(description, "/description");
    json(content, "/content");
  }

  const std::vector<LocatedSecret>& found() const { return found_; }

 private:
  void add(std::vector<LocatedSecret> more) {
    found_.insert(found_.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
  }

  std::vector<LocatedSecret> found_;
};

// That no secret is in the artifact as it is, or as it is after the change.
std::optional<Error> refuse_secrets_after(const core::Principal& principal,
                                          const core::ArtifactId& id,
                                          const core::ArtifactChange& change,
                                          const SearchedContent& searched) {
  if (!principal.limits.refuses_secrets) return std::nullopt;
  const auto find = [&](db::ArtifactStore::Content content) {
    return own_artifact(searched.artifacts, principal, id, content);
  };
  return searched.admission.run_with_content(
      find, principal.account, [&](const core::Artifact& artifact) -> std::optional<Error> {
        const auto content = change.content ? core::Result<core::JsonTree>(*change.content)
                                            : core::JsonTree::parse(artifact.content);
        if (!content) return content.error();
        SecretSearch search;
        search.artifact(change.title.value_or(artifact.title),
                        change.description.value_or(artifact.description), *content);
        std::vector<core::Warning> none;
        return refuse_or_warn(principal, search.found(), none);
      });
}

// That no secret is in this version. One that does not exist is refused later.
std::optional<Error> refuse_secrets_of(const core::Principal& principal, const core::ArtifactId& id,
                                       core::VersionNumber number,
                                       const SearchedContent& searched) {
  using Content = db::VersionStore::Content;
  const auto known = searched.versions.find(id, number, Content::without);
  if (!known || known->erased_at) return std::nullopt;
  return searched.admission.run(
      static_cast<std::size_t>(known->bytes), principal.account, [&]() -> std::optional<Error> {
        const auto version = searched.versions.find(id, number, Content::with);
        if (!version || version->erased_at) return std::nullopt;
        const auto content = core::JsonTree::parse(version->content);
        if (!content) return content.error();
        SecretSearch search;
        search.artifact(version->title, version->description, *content);
        std::vector<core::Warning> none;
        return refuse_or_warn(principal, search.found(), none);
      });
}

// Each is as large as content can be, so one call searches only a few.
constexpr std::size_t kMostVersionsSearched = 10;

Error refused_unread(const core::Principal& principal) {
  Error error = principal.refuse(core::Scope::artifacts_read).value();
  error.message +=
      ", which is needed to make an artifact available again or for longer, as its content is "
      "searched for secrets";
  return error;
}

// The errors of links that become usable, or for longer, with the versions that they show.
std::optional<Error> refuse_links(const core::Principal& principal, const core::ArtifactId& id,
                                  const core::ArtifactChange& change,
                                  db::ArtifactStore::Revival revival,
                                  const SearchedContent& searched) {
  const core::PublishingLimits& limits = principal.limits;
  if (!limits.password_required && !limits.refuses_secrets) return std::nullopt;
  const db::RevivedLinks links = searched.artifacts.revived_links(id, revival);
  if (limits.password_required && links.lack_password) {
    return Error{ErrorCode::password_required,
                 "the artifact has share links without a password, which " + bearer_of(principal) +
                     " may not make usable again or for longer; an account owner or another API "
                     "key can"};
  }
  if (!limits.refuses_secrets) return std::nullopt;
  // The answer would tell whether there is a secret. Content that was sent has been searched.
  if (!principal.may_read_artifacts())
    return change.content && links.pinned.empty() && !links.show_history
               ? std::nullopt
               : std::optional(refused_unread(principal));
  if (auto refusal = refuse_secrets_after(principal, id, change, searched)) return refusal;
  if (links.show_history || links.pinned.size() > kMostVersionsSearched) {
    return Error{ErrorCode::invalid_request,
                 "the artifact has share links that show earlier versions, which are not all "
                 "searched for secrets" +
                     bearer_and_account(principal) +
                     " does not publish them; revoke these links, or set their showHistory to "
                     "false and their version to \"latest\""};
  }
  for (const core::VersionNumber number : links.pinned)
    if (auto refusal = refuse_secrets_of(principal, id, number, searched)) return refusal;
  return std::nullopt;
}

// Whoever may not read the artifact is not told where the secret is, and what.
std::optional<Error> without_place(const core::Principal& principal, std::optional<Error> refusal) {
  if (!refusal || refusal->code != ErrorCode::secret_detected || principal.may_read_artifacts())
    return refusal;
  return Error{ErrorCode::secret_detected, "the artifact has what looks like a secret" +
                                               bearer_and_account(principal) +
                                               " does not publish detected secrets"};
}

}  // namespace

core::PublishingLimits read_publishing_limits(core::FieldReader& reader) {
  core::PublishingLimits limits;
  limits.maximum_expiry = reader.duration("maximumExpiry");
  limits.password_required = reader.boolean("passwordRequired").value_or(false);
  limits.refuses_secrets = reader.boolean("refuseSecrets").value_or(false);
  return limits;
}

std::optional<Error> refuse_expiry(const core::Principal& principal, const core::Expiry& expiry,
                                   db::ArtifactStore& artifacts) {
  const auto& limit = principal.limits.maximum_expiry;
  if (!limit) return std::nullopt;
  if (expiry.is_never()) return too_late(principal);
  if (expiry.duration() && expiry.duration()->seconds() > limit->seconds())
    return too_late(principal);
  if (expiry.moment() && is_later_than_limit(*expiry.moment(), *limit, artifacts))
    return too_late(principal);
  return std::nullopt;
}

core::Expiry usual_expiry(const core::Principal& principal, const core::Expiry& usual) {
  const auto& limit = principal.limits.maximum_expiry;
  if (!limit) return usual;
  const bool is_within = usual.duration() && usual.duration()->seconds() <= limit->seconds();
  return is_within ? usual : core::Expiry::after(*limit);
}

core::Result<core::Expiry> choose_expiry(const core::Principal& principal,
                                         const std::optional<core::Expiry>& requested,
                                         const core::Expiry& usual, db::ArtifactStore& artifacts,
                                         std::vector<core::Warning>& warnings) {
  if (requested) {
    if (auto refusal = refuse_expiry(principal, *requested, artifacts)) return *std::move(refusal);
    return *requested;
  }
  const core::Expiry chosen = usual_expiry(principal, usual);
  if (!(chosen == usual)) {
    warnings.push_back({core::WarningCode::expiry_limited,
                        "No expiresIn was given, so it is \"" + chosen.duration()->text() +
                            "\", the limit of " + bearer_of(principal),
                        "/expiresIn"});
  }
  return chosen;
}

std::optional<Error> refuse_without_password(const core::Principal& principal, bool has_password) {
  if (has_password || !principal.limits.password_required) return std::nullopt;
  return Error{ErrorCode::password_required,
               "is required, as " + bearer_of(principal) +
                   " may create and change share links only if they have a password",
               "password"};
}

std::optional<core::Timestamp> end_of(const core::Expiry& expiry, db::ArtifactStore& artifacts) {
  if (!expiry.duration()) return expiry.moment();
  return core::Timestamp::from_unix_milliseconds(artifacts.now().unix_milliseconds() +
                                                 expiry.duration()->seconds() * 1000);
}

bool is_extension(const core::Expiry& expiry, const std::optional<core::Timestamp>& end,
                  db::ArtifactStore& artifacts) {
  if (!end) return false;
  const auto new_end = end_of(expiry, artifacts);
  return !new_end || *new_end > *end;
}

std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const core::NewArtifact& artifact,
                                               std::vector<core::Warning>& warnings) {
  SecretSearch search;
  search.artifact(artifact.title, artifact.description, artifact.content);
  search.text(artifact.note, "/note");
  return refuse_or_warn(principal, search.found(), warnings);
}

std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const core::ArtifactChange& change,
                                               std::vector<core::Warning>& warnings) {
  SecretSearch search;
  search.text(change.title.value_or(std::nullopt), "/title");
  search.text(change.description.value_or(std::nullopt), "/description");
  if (change.content && (!change.appends || principal.may_read_artifacts()))
    search.json(*change.content, "/content");
  search.text(change.note, "/note");
  return refuse_or_warn(principal, search.found(), warnings);
}

std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const templates::Addition& addition,
                                               std::vector<core::Warning>& warnings) {
  SecretSearch search;
  if (const auto* const added = std::get_if<templates::AddedText>(&addition))
    search.text(added->text, "/append/text");
  if (const auto* const added = std::get_if<templates::AddedRows>(&addition))
    search.json(added->rows, "/append/rows");
  if (const auto* const added = std::get_if<templates::AddedPoints>(&addition)) {
    if (added->labels) search.json(*added->labels, "/append/labels");
    search.json(added->datasets, "/append/datasets");
  }
  return refuse_or_warn(principal, search.found(), warnings);
}

std::optional<Error> refuse_extension(const core::Principal& principal,
                                      const core::Artifact& artifact,
                                      const core::ArtifactChange& change,
                                      const SearchedContent& searched) {
  if (!principal.limits.password_required && !principal.limits.refuses_secrets) return std::nullopt;
  if (!change.expiry || !is_extension(*change.expiry, artifact.expires_at, searched.artifacts))
    return std::nullopt;
  return refuse_links(principal, artifact.id, change, db::ArtifactStore::Revival::extended,
                      searched);
}

std::optional<Error> refuse_revival(const core::Principal& principal,
                                    const core::Artifact& artifact,
                                    const SearchedContent& searched) {
  const auto& limit = principal.limits.maximum_expiry;
  if (limit && (!artifact.expires_at ||
                is_later_than_limit(*artifact.expires_at, *limit, searched.artifacts))) {
    return Error{ErrorCode::expiry_not_allowed,
                 "the artifact would be available for longer than \"" + limit->text() +
                     "\", the limit of " + bearer_of(principal)};
  }
  return refuse_links(principal, artifact.id, {}, db::ArtifactStore::Revival::restored, searched);
}

std::optional<Error> refuse_secrets(const core::Principal& principal, const core::ArtifactId& id,
                                    const SearchedContent& searched) {
  return without_place(principal, refuse_secrets_after(principal, id, {}, searched));
}

std::optional<Error> refuse_secrets(const core::Principal& principal, const core::ArtifactId& id,
                                    const core::LinkOptions& options,
                                    const SearchedContent& searched) {
  if (!principal.limits.refuses_secrets) return std::nullopt;
  if (auto refusal = refuse_history(principal, options)) return refusal;
  return options.version ? without_place(principal, refuse_secrets_of(principal, id,
                                                                      *options.version, searched))
                         : refuse_secrets(principal, id, searched);
}

std::optional<Error> refuse_history(const core::Principal& principal,
                                    const core::LinkOptions& options) {
  if (!principal.limits.refuses_secrets || !options.show_history) return std::nullopt;
  return Error{ErrorCode::invalid_request,
               "cannot be true, as versions are not all searched for secrets" +
                   bearer_and_account(principal) + " does not publish them",
               "showHistory"};
}

}  // namespace app
