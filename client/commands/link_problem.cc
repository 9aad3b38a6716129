#include "client/commands/link_problem.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "client/service/paged_list.h"

namespace client {
namespace {

// What `describe` says of the link with this token; nothing if no link with this status has it.
template <typename Describe>
std::optional<std::string> find_link(ServiceClient& service, const ArtifactReference& reference,
                                     const std::string& status, Describe describe) {
  const std::string_view token = token_in(reference.text);
  std::optional<std::string> found;
  read_list(service, reference.path() + "/shares", {{"status", status}}, SIZE_MAX,
            [&](core::JsonValue link) {
              if (token_in(member_text(link, "url")) == token) found = describe(link);
              return !found;
            });
  return found;
}

std::string problem_of_active(core::JsonValue link) {
  return member_text(link, "disabledAt").empty() ? "" : "the operator of the service disabled it";
}

std::string problem_of_ended(core::JsonValue link) {
  return member_text(link, "revokedAt").empty() ? "it has expired, or has no views left"
                                                : "it was revoked";
}

}  // namespace

std::string link_problem(ServiceClient& service, const ArtifactReference& reference,
                         const Answer& artifact) {
  if (token_in(reference.text).empty()) return {};
  const std::string status = member_text(artifact.root(), "status");
  if (status == "deleted") return "the artifact is deleted";
  if (status == "expired") return "the artifact has expired";
  if (const auto problem = find_link(service, reference, "active", problem_of_active))
    return *problem;
  return find_link(service, reference, "", problem_of_ended)
      .value_or("its token is not valid; the artifact is yours, so you can read it");
}

}  // namespace client
