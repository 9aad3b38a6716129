#include "core/member_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/link_fields.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace core {
namespace {

using Calls = unsigned;

template <typename... Call>
constexpr Calls calls(Call... call) {
  return ((1U << static_cast<unsigned>(call)) | ...);
}

constexpr Calls kOfUpload = calls(BodyOf::upload);
constexpr Calls kOfVersionRestoration = calls(BodyOf::version_restoration);
constexpr Calls kOfEdit = calls(BodyOf::artifact_edit);
// With the options of a link in `share`.
constexpr Calls kWithContent = calls(BodyOf::new_artifact, BodyOf::new_artifact_and_link,
                                     BodyOf::artifact_change, BodyOf::upsert);
// With the options of a link in `share`.
constexpr Calls kWithShare = kWithContent | kOfUpload;
constexpr Calls kOfArtifact = kWithContent | kOfUpload | kOfEdit;
constexpr Calls kOfLinkAlone = calls(BodyOf::new_link, BodyOf::link_change);
// The options of a link also stand flat in the call that creates both, except for those that could
// be meant for the artifact.
constexpr Calls kOfLink = kOfLinkAlone | calls(BodyOf::new_artifact_and_link);
// The calls that accept a response sent back.
constexpr Calls kOfChanges = calls(BodyOf::artifact_change, BodyOf::artifact_edit, BodyOf::upsert,
                                   BodyOf::link_change, BodyOf::restoration);

struct KnownMember {
  std::string_view name;
  Calls takers;
};

constexpr std::array<KnownMember, 20> kOwnMembers{{
    {"template", kOfArtifact},
    {"title", kOfArtifact},
    {"description", kOfArtifact},
    {"content", kWithContent},
    {"metadata", kOfArtifact},
    {"expiresIn", kOfArtifact | kOfLink},
    {"externalId", kOfArtifact},
    {"note", kOfArtifact | kOfVersionRestoration},
    {"baseVersion",
     calls(BodyOf::artifact_change, BodyOf::upsert) | kOfUpload | kOfEdit | kOfVersionRestoration},
    {"edits", kOfEdit},
    {"append", kOfEdit},
    {"set", kOfEdit},
    {"share", kWithShare},
    {"artifactId", kOfUpload},
    {"filename", kOfUpload},
    {"mediaType", kOfUpload},
    {"alt", kOfUpload},
    {"keepMetadata", kOfUpload},
    {"password", kOfLink},
    {"extendArtifact", kOfLinkAlone},
}};

consteval auto with_link_fields() {
  std::array<KnownMember, kOwnMembers.size() + kLinkFieldCount> members{};
  auto* next = std::copy(kOwnMembers.begin(), kOwnMembers.end(), members.begin());
  for_each_link_field([&](const auto& field) {
    const bool is_ambiguous = field.name == "name" || field.name == "version";
    *next++ = {field.name, is_ambiguous ? kOfLinkAlone : kOfLink};
  });
  return members;
}
constexpr auto kMembers = with_link_fields();

// Further members of responses.
constexpr std::array<std::string_view, 20> kReadOnly{
    "id",
    "status",
    "createdAt",
    "updatedAt",
    "expiresAt",
    "expiresBecause",
    "deletedAt",
    "disabledAt",
    "disabledReason",
    "url",
    "token",
    "hasPassword",
    "viewCount",
    "lastViewedAt",
    "revokedAt",
    "invalidReason",
    "pdf",
    "warnings",
    "displayTitle",
    "version",
};
constexpr std::string_view kExpiry = "expiresAt";

struct UsualName {
  std::string_view plain;  // see plain()
  std::string_view meant;
};

// The names that other services give the fields that protect a share link, and the MCP tool the one
// that an upload replaces. Ignoring one would publish more, or for longer, than was intended, or
// twice.
constexpr std::array<UsualName, 24> kUsualNames{{
    {"pwd", "password"},          {"pass", "password"},
    {"passwd", "password"},       {"passphrase", "password"},
    {"passcode", "password"},     {"pin", "password"},
    {"secret", "password"},       {"private", "password"},
    {"ttl", "expiresIn"},         {"expire", "expiresIn"},
    {"expires", "expiresIn"},     {"expiresat", "expiresIn"},
    {"expiry", "expiresIn"},      {"expiration", "expiresIn"},
    {"expirydate", "expiresIn"},  {"expirationdate", "expiresIn"},
    {"expireafter", "expiresIn"}, {"expiresafter", "expiresIn"},
    {"validfor", "expiresIn"},    {"lifetime", "expiresIn"},
    {"viewlimit", "maxViews"},    {"burnafterreading", "maxViews"},
    {"onetime", "maxViews"},      {"artifact", "artifactId"},
}};

// Other words are only one letter away from those that are not longer.
constexpr std::size_t kShortWord = 3;
// A longer name is shortened in messages, and is not compared.
constexpr std::size_t kMaximumBytes = 64;
constexpr std::size_t kMaximumNamed = 20;

bool takes(BodyOf call, const KnownMember& name) { return (name.takers & calls(call)) != 0; }

// Whether the name means anything to the call, if only that it belongs to another. What responses
// have too is ignored where they can be sent back.
bool knows(BodyOf call, const KnownMember& name) {
  if (takes(call, name)) return true;
  const bool is_read_only =
      std::find(kReadOnly.begin(), kReadOnly.end(), name.name) != kReadOnly.end();
  return name.takers != kOfUpload && !(is_read_only && (calls(call) & kOfChanges) != 0);
}

const KnownMember* find_exact(std::string_view name, BodyOf call) {
  const auto* found = std::find_if(kMembers.begin(), kMembers.end(), [&](const KnownMember& known) {
    return known.name == name && knows(call, known);
  });
  return found == kMembers.end() ? nullptr : found;
}

// In lower case, without hyphens, underscores and spaces.
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    text += lower_case(c);
  }
  return text;
}

// The member that has this name in other services, if the call or its `share` accepts it.
const KnownMember* find_by_other_name(std::string_view given, BodyOf call) {
  const auto* const found = std::find_if(kUsualNames.begin(), kUsualNames.end(),
                                         [&](const auto& other) { return other.plain == given; });
  const KnownMember* const meant =
      found == kUsualNames.end() ? nullptr : find_exact(found->meant, call);
  const bool has_share = (calls(call) & kWithShare) != 0;
  return meant != nullptr && (takes(call, *meant) || has_share) ? meant : nullptr;
}

// The name that was probably meant: one with the same letters, or all but one. Null if there is
// none.
const KnownMember* find_meant(std::string_view name, BodyOf call) {
  if (name.size() > kMaximumBytes) return nullptr;
  const std::string given = plain(name);
  if (const KnownMember* const meant = find_by_other_name(given, call)) return meant;
  const auto* const found =
      std::find_if(kMembers.begin(), kMembers.end(), [&](const KnownMember& known) {
        return knows(call, known) && edit_distance(given, plain(known.name)) <=
                                         (known.name.size() > kShortWord ? 1U : 0U);
      });
  return found == kMembers.end() ? nullptr : found;
}

// Whether it is an option of a link, and of no artifact.
bool is_of_link(const KnownMember& name) {
  return name.takers == kOfLink || name.takers == kOfLinkAlone;
}

std::string other_call(const KnownMember& name, BodyOf call) {
  if ((calls(call) & kWithShare) != 0 && is_of_link(name)) {
    const std::string of_artifact =
        name.name == "name" ? R"(, or "title" for the heading of the page)" : "";
    return "is a field of share: write \"share\": {\"" + std::string(name.name) + "\": …}" +
           of_artifact;
  }
  if (call == BodyOf::upload)
    return "is the file, which is sent to the address that this request returns";
  if (name.takers == kWithShare) {
    return "is a field of PUT /artifacts/{artifact_id}; to share an artifact, use POST "
           "/artifacts/{artifact_id}/share";
  }
  if (name.takers == kOfEdit) return "is a field of PATCH /artifacts/{artifact_id}";
  return is_of_link(name) ? "is a field of a share link; send it to POST "
                            "/artifacts/{artifact_id}/share or PATCH "
                            "/artifacts/{artifact_id}/shares/{share_id}"
                          : "is a field of an artifact; send it to POST /artifacts or PUT "
                            "/artifacts/{artifact_id}";
}

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

Error not_taken(std::string_view name, const KnownMember& meant, BodyOf call) {
  std::string message;
  if (name == meant.name) {
    message = other_call(meant, call);
  } else {
    message = "is not a field of this request; did you mean " + in_quotes(meant.name) + "?";
    if (!takes(call, meant)) message += " " + in_quotes(meant.name) + " " + other_call(meant, call);
  }
  return {ErrorCode::invalid_request, std::move(message), std::string(name)};
}

// At most kMaximumBytes of a name, cut between characters.
std::string shown(std::string_view name) {
  if (name.size() <= kMaximumBytes) return std::string(name);
  return std::string(whole_characters(name, kMaximumBytes)) + "…";
}

Warning ignored(WarningCode code, std::string_view name, std::string_view why) {
  Warning warning{code, shown(name) + " " + std::string(why) + " and was ignored"};
  if (name.size() <= kMaximumBytes) warning.field = pointer_to(name);
  return warning;
}

// The message for a name that the call does not accept and that is like none that it accepts.
Warning ignored(std::string_view name) {
  const bool is_read_only = std::find(kReadOnly.begin(), kReadOnly.end(), name) != kReadOnly.end();
  return is_read_only ? ignored(WarningCode::read_only_field, name, "is set by the service")
                      : ignored(WarningCode::unknown_field, name, "is not a field of this request");
}

Warning more_ignored(std::size_t count) {
  return {WarningCode::unknown_field, std::to_string(count) + " more fields were ignored"};
}

bool is_sent_back(std::string_view name, BodyOf call) {
  return name == kExpiry && (calls(call) & kOfChanges) != 0;
}

}  // namespace

std::vector<std::string_view> names_taken_by(BodyOf call) {
  std::vector<std::string_view> names;
  for (const KnownMember& member : kMembers)
    if (takes(call, member)) names.push_back(member.name);
  return names;
}

MemberNameProblems check_member_names(const std::vector<std::string>& names, BodyOf call) {
  MemberNameProblems problems;
  std::size_t not_named = 0;
  for (const std::string& name : names) {
    const KnownMember* exact = find_exact(name, call);
    if (exact != nullptr && takes(call, *exact)) continue;
    const KnownMember* meant =
        exact != nullptr || is_sent_back(name, call) ? exact : find_meant(name, call);
    if (meant != nullptr) {
      if (problems.errors.size() < kMaximumNamed)
        problems.errors.push_back(not_taken(name, *meant, call));
    } else if (problems.warnings.size() < kMaximumNamed) {
      problems.warnings.push_back(ignored(name));
    } else {
      ++not_named;
    }
  }
  if (not_named > 0) problems.warnings.push_back(more_ignored(not_named));
  return problems;
}

}  // namespace core
