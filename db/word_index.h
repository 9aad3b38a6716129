// The words of titles and texts, by which artifacts are found.
//
// Each artifact has the words of its title in its row, where every statement that filters by title
// checks them. The index has these, and the words of the description and the content. Maintenance
// fills it: entering the words of a title alone would take half of the time that PostgreSQL needs
// for a create. Until then an artifact is in a queue, whose titles searches look at one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/ids.h"
#include "core/lists.h"

namespace db {

class Postgres;

// The name of an artifact, its title or else its first heading, as its row has it:
// "|net|sales|". Runs of scripts without spaces are whole, so that any part of them is found. The
// database lowers the case of this and of all that follows.
std::string title_words(const std::optional<std::string>& title,
                        const std::optional<std::string>& first_heading);

// The patterns for title_words(), as title_has() in the schema takes them, to have all words of
// `sought`: "%|net|% %|sal%". Empty for an empty text, which is in every title; what no title is
// like if the text has no words.
std::string title_patterns(std::string_view sought);

// The lexemes of the index.
//
// Each begins with a mark of its account, so that a search reads no entries of other accounts, also
// where it looks for the beginning of a word. Two accounts may have the same mark; whoever reads
// the index compares the account. The words of the title are in it twice: as words like all others,
// and with "=" after the mark.

// The lexemes of an artifact, separated by spaces. `text` is its description and content.
std::string lexemes_of(const core::AccountId& account, std::string_view title,
                       std::string_view text);

// A tsquery for all words of a text. Nothing if it has no words.
std::optional<std::string> text_query(const core::AccountId& account, std::string_view text);

// How the index finds candidates for a filter.
struct WordsQuery {
  // A tsquery for the words of the title and the text. Nothing if one of them has no words, so that
  // nothing matches.
  std::optional<std::string> text;
  // Whether it has all words. A beginning of one or two characters is left out, as the index would
  // have to read a large part of its entries.
  bool is_whole = true;
};

// Nothing if the index is of no use: the filter has no words, or only such a short beginning.
std::optional<WordsQuery> words_query(const core::AccountId& account,
                                      const core::ListFilter& filter);

struct UnindexedArtifact {
  core::ArtifactId id;
  core::AccountId account;
  std::int64_t revision = 0;  // 0: it was removed, and has no words
  core::Template content_template = core::Template::markdown;
  std::string title = {};        // or else the first heading; empty if it has neither
  std::string description = {};  // empty if it has none
  std::string content = {};
};

// The words of an artifact in one revision, as lexemes_of() gives them.
struct ArtifactWords {
  core::ArtifactId id;
  core::AccountId account;
  std::int64_t revision = 0;
  std::string lexemes;
};

// WordIndexStore: one pass over the queue of artifacts whose words are not in the index.
//
// Maintenance reads some of the queue, finds their words, and records them. An artifact that
// changes meanwhile stays in the queue. Uses its thread's connection; safe on several hosts at
// once; throws what db/connection/postgres.h says.
class WordIndexStore {
 public:
  // Reads the queue, the newest artifacts first, of which one pass has as many as a run of
  // maintenance can index.
  explicit WordIndexStore(Postgres& postgres);

  // The next artifacts: some hundred, as many as 16 MiB of content hold, at least one. None at the
  // end of the pass.
  std::vector<UnindexedArtifact> next();

  // Enters the words of those that are still in this revision and that no other transaction
  // changes or removes, and takes them from the queue. Returns their number, with that of the
  // removed ones.
  std::int64_t record(const std::vector<ArtifactWords>& artifacts);

  // Makes what was recorded quick to search.
  void finish();

 private:
  struct Entry {
    core::AccountId account;
    core::ArtifactId artifact;
  };

  Postgres& postgres_;
  std::vector<Entry> queue_;
  std::size_t passed_ = 0;
};

}  // namespace db
