// Versions of an artifact: each change of content, title or description makes one. Value types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/ids.h"
#include "core/time.h"

namespace core {

struct Principal;

// The number of a version: 1 is the artifact as it was created, and each change adds 1.
class VersionNumber {
 public:
  constexpr VersionNumber() = default;
  constexpr explicit VersionNumber(int number) : number_(number) {}

  // A whole number from 1, without leading zeros.
  static std::optional<VersionNumber> parse(std::string_view text);

  constexpr int value() const { return number_; }
  std::string to_string() const { return std::to_string(number_); }

  friend constexpr auto operator<=>(const VersionNumber&, const VersionNumber&) = default;

 private:
  int number_ = 1;
};

inline constexpr VersionNumber kFirstVersion{1};

// The content of an artifact: the current one, or that of a version before it.
struct ContentId {
  ContentId(const ArtifactId& of_artifact, std::optional<VersionNumber> of_version = {})
      : artifact(of_artifact), version(of_version) {}

  ArtifactId artifact;
  std::optional<VersionNumber> version;

  std::string to_string() const {
    return version ? artifact.to_string() + ':' + version->to_string() : artifact.to_string();
  }
  friend auto operator<=>(const ContentId&, const ContentId&) = default;
};

// Who wrote a version.
struct Author {
  // "user", "key", "app" or "operator".
  std::string type;
  // The public id of the user, key or app; empty for the operator.
  std::string id;
  // As it was named then: core::Principal::name.
  std::string name;
};

Author author_of(const Principal& principal);

// A version, without what it contains.
struct Version {
  VersionNumber number;
  bool is_current = false;
  Timestamp created_at;
  std::optional<Author> author;      // absent where it is not known
  std::optional<std::string> note;   // what its author says of it
  std::vector<std::string> changes;  // "content", "title", "description"; empty for the first one
  std::int64_t bytes = 0;            // of its content
  std::optional<Timestamp> erased_at;
};

// "user Ada", "key Nightly report", or "an unknown author".
std::string to_words(const std::optional<Author>& author);

inline constexpr std::size_t kMaximumNoteLength = 200;

}  // namespace core
