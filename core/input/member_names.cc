#include "core/input/member_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace core {
namespace {

struct Member {
  std::string_view name;   // as it is written
  std::string_view plain;  // see plain()
  bool is_of_artifact;
  bool is_of_link;
  bool is_of_upsert = false;  // and of nothing else
};

constexpr std::array<Member, 12> kMembers{{
    {"template", "template", true, false},
    {"title", "title", true, false},
    {"description", "description", true, false},
    {"content", "content", true, false},
    {"metadata", "metadata", true, false},
    {"expiresIn", "expiresin", true, true},
    {"externalId", "externalid", true, false},
    {"share", "share", false, false, true},
    {"password", "password", false, true},
    {"allowDownload", "allowdownload", false, true},
    {"maxViews", "maxviews", false, true},
    {"remoteImages", "remoteimages", false, true},
}};

// Words of their own that are as near to a name as a misspelling.
constexpr std::array<std::string_view, 6> kOtherWords{"expiresat", "passport", "descriptor",
                                                      "temple",    "minviews", "shared"};

// Shorter names have too many words as neighbours to allow for two letters.
constexpr std::size_t kLong = 8;
// The length that names are compared to. Nothing longer is near to one.
constexpr std::size_t kMost = 20;

bool takes(BodyOf call, const Member& name) {
  switch (call) {
    case BodyOf::artifact:
      return name.is_of_artifact;
    case BodyOf::artifact_and_link:
      return name.is_of_artifact || name.is_of_link;
    case BodyOf::link:
      return name.is_of_link;
    case BodyOf::upsert:
      return name.is_of_artifact || name.is_of_upsert;
  }
  return false;
}

// In lower case, without what some put between words.
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return text;
}

// How many letters are to be added, left out, replaced or swapped with the next one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({replaced, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      const bool are_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (are_swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

bool has_same_letters(std::string a, std::string b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

// Whether `given` is a slip for `wanted`; both are plain. Nearly nobody gets the first letter
// wrong, and many words differ in it. With a short name, one that has a letter replaced is a word
// of its own (context, consent), and so is one that is shorter still (tile).
bool is_slip(const std::string& given, std::string_view wanted) {
  if (given.empty() || given.size() > kMost || given.front() != wanted.front()) return false;
  const std::size_t distance = edit_distance(given, wanted);
  if (wanted.size() >= kLong) return distance <= 2;
  if (distance > 1) return false;
  if (given.size() == wanted.size()) return has_same_letters(given, std::string(wanted));
  return given.size() > wanted.size() || given.size() >= kLong - 2;
}

const Member* misspelt(std::string_view name) {
  const std::string given = plain(name);
  for (const Member& candidate : kMembers)
    if (given == candidate.plain) return &candidate;
  if (std::find(kOtherWords.begin(), kOtherWords.end(), given) != kOtherWords.end()) return nullptr;
  for (const Member& candidate : kMembers)
    if (is_slip(given, candidate.plain)) return &candidate;
  return nullptr;
}

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

std::string of_another_call(const Member& name) {
  if (name.is_of_upsert) {
    return in_quotes(name.name) +
           " is a field of PUT /artifacts/by-external-id/{externalId}; to create a link with "
           "another "
           "call, use POST /artifacts/share or POST /artifacts/{artifact_id}/share";
  }
  return in_quotes(name.name) +
         (name.is_of_link
              ? " is a field of a share link; send it to POST /artifacts/{artifact_id}/share or "
                "PATCH /artifacts/{artifact_id}/shares/{share_id}"
              : " is a field of an artifact; send it to POST /artifacts or PUT "
                "/artifacts/{artifact_id}");
}

}  // namespace

std::optional<Error> check_member_names(const JsonObject& body, BodyOf call) {
  for (const JsonMember& member : body.members()) {
    const Member* found = misspelt(member.name);
    if (found == nullptr) continue;
    const bool is_exact = found->name == member.name;
    if (is_exact && takes(call, *found)) continue;
    if (!takes(call, *found) && is_exact)
      return Error{ErrorCode::invalid_request, of_another_call(*found)};
    std::string message = "unknown field " + in_quotes(member.name) + "; did you mean " +
                          in_quotes(found->name) + "?";
    if (!takes(call, *found)) message += " " + of_another_call(*found);
    return Error{ErrorCode::invalid_request, std::move(message)};
  }
  return std::nullopt;
}

}  // namespace core
