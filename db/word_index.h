// The words of titles and texts, by which artifacts are found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/ids.h"

namespace db {

// TextIndexStore: the index of the words of artifacts, and the queue of those whose words have to
// be entered.
//
// Maintenance reads some of the queue, finds their words, and records them. An artifact that
// changes meanwhile stays in the queue. Uses its thread's connection; safe on several hosts at
// once; throws what db/connection/postgres.h says.

class Postgres;

struct UnindexedText {
  core::ArtifactId id;
  core::AccountId account;
  std::int64_t revision = 0;
  core::Template content_template = core::Template::markdown;
  std::string title;        // empty if it has none
  std::string description;  // the same
  std::string content;
};

// The words of an artifact in one revision.
struct ArtifactWords {
  core::ArtifactId id;
  std::int64_t revision = 0;
  std::string lexemes;  // as text_lexemes() gives them
};

class TextIndexStore {
 public:
  explicit TextIndexStore(Postgres& postgres) : postgres_(postgres) {}

  // The newest artifacts of the queue: some hundred, as many as 16 MiB of content hold, at least
  // one. None if the queue is empty.
  std::vector<UnindexedText> next();

  // Enters the words of those that are still in this revision and that no other transaction
  // removes, and takes them from the queue. Returns their number.
  std::int64_t record(const std::vector<ArtifactWords>& artifacts);

  // Makes what was recorded quick to search.
  void finish();

 private:
  Postgres& postgres_;
};

// The lexemes of the index of texts, and queries of it.
//
// Each lexeme begins with a mark of its account, so that a search reads no entries of other
// accounts, also where it looks for the beginning of a word. Two accounts may have the same mark;
// whoever reads the index compares the account.

// The lexemes of a text, separated by spaces. The database lowers their case.
std::string text_lexemes(const core::AccountId& account, std::string_view text);

// A tsquery for all words of a text, of which the last may be a beginning. Nothing if it has no
// words.
std::optional<std::string> text_query(const core::AccountId& account, std::string_view text);

// The index of titles, which maintenance keeps.
//
// Creating an artifact or changing its title only adds it to unindexed_titles, as
// entering all pieces of a title into the index would take half of the time that PostgreSQL needs
// for a creation. Searches look at unindexed titles one by one. From there, it moves on to the
// queue of the index of texts, as do changes of descriptions and
// content.

class Postgres;

// Enters all titles that wait, in small transactions. Safe to run at any time and on several hosts
// at once. Returns the number of artifacts, also of those without a title.
std::int64_t index_titles(Postgres& postgres);

}  // namespace db
