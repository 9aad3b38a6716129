// Looks through a text for what looks like secrets: keys, tokens, addresses with a password.
//
// Takes linear time: a table of pairs of characters finds the few places that are worth a closer
// look, at every second character. A closer look reads a bounded number of characters, and in a
// long run of letters, digits and hyphens there are only a few, as each may read all of it. A text
// with HTML's character references or JSON's escapes is looked through once more with these
// decoded. A MiB takes 0.6 to 1.5 ms of CPU, one that was made to be slow up to 65 ms. Regular
// expressions of the standard library take stack and time that grow with the text, and most rules
// are prefixes. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class JsonTree;
class JsonWriter;

// The scan stops at this number.
inline constexpr std::size_t kMostSecrets = 20;

struct FoundSecret {
  std::string_view kind;  // of its rule
  std::string_view name;
  std::size_t offset = 0;
  std::size_t length = 0;
};

// The cost of a scan.
struct ScanEffort {
  std::size_t looks = 0;  // closer ones
  // How often any character of the runs that they read was read.
  std::size_t characters = 0;
};

// In the order of the text, not overlapping. The text may be JSON, with its escapes. Share links of
// the service do not count: no rule has their form.
std::vector<FoundSecret> find_secrets(std::string_view text, ScanEffort* effort = nullptr);

// Where a secret is, without the secret.
struct LocatedSecret {
  std::string_view kind;
  std::string_view name;
  std::string pointer;   // the string that it is in, or the object in which it is a member's name
  std::size_t line = 1;  // in the decoded string
  std::size_t column = 1;
};

// Where the secrets that were found in a tree's text are. `root` is the pointer to the tree's root.
// No pointer contains a secret.
std::vector<LocatedSecret> locate_in_json(const JsonTree& tree,
                                          const std::vector<FoundSecret>& found,
                                          std::string_view root);

// The same for a text that is not JSON, which is at `pointer`.
std::vector<LocatedSecret> locate_in_text(std::string_view text,
                                          const std::vector<FoundSecret>& found,
                                          std::string_view pointer);

// DetectedSecret: the facts about what looks like a secret, for a warning or an error; never the
// secret itself.

struct DetectedSecret {
  std::string_view kind;  // of its rule, which is constant: "github_token"
  std::int64_t line = 1;  // in the text at the warning's or error's field
  std::int64_t column = 1;
};

// The member `secret`; nothing if there is none.
void write_detected_secret(JsonWriter& json, const std::optional<DetectedSecret>& secret);

// DecodedText: a text in which the characters that are written as HTML's references (&#65;) or
// JSON's escapes (\u0041) are the characters themselves, as a page shows them.
//
// Only printable ASCII characters are decoded, as secrets have no others, and neither the quotation
// mark nor the backslash, so that what was JSON remains so. Takes linear time. Immutable.
class DecodedText {
 public:
  // Nothing if there is nothing to decode.
  static std::optional<DecodedText> of(std::string_view source);

  std::string_view text() const { return text_; }
  // The position in the source of the character at this offset, or of the end.
  std::size_t source_of(std::size_t offset) const;

 private:
  DecodedText() = default;

  // From which offset on the positions differ, and by how much.
  struct Shift {
    std::size_t offset = 0;
    std::size_t source = 0;
  };

  std::string text_;
  std::vector<Shift> shifts_;
};

}  // namespace core
