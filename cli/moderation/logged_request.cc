#include "cli/moderation/logged_request.h"

#include "core/json/json_object.h"

namespace cli {
namespace {

// The string member of this name; empty if there is none.
std::string text_of(const core::JsonObject& line, std::string_view name) {
  const core::JsonMember* const member = line.find(name);
  return member == nullptr ? std::string() : member->string;
}

}  // namespace

std::optional<LoggedRequest> find_request(std::istream& log, const std::string& id) {
  for (std::string line; std::getline(log, line);) {
    // journalctl can write its own fields before the line.
    const std::size_t brace = line.find('{');
    if (brace == std::string::npos || line.find(id) == std::string::npos) continue;
    const std::string json = line.substr(brace);
    const auto object = core::JsonObject::parse(json);
    // Lines about events during the request have no status.
    if (!object || text_of(*object, "request_id") != id || object->find("status") == nullptr)
      continue;
    return LoggedRequest{json, core::AccountId::parse(text_of(*object, "account")),
                         core::ArtifactId::parse(text_of(*object, "artifact"))};
  }
  return std::nullopt;
}

}  // namespace cli
