// TextIndexStore: the index of the words of artifacts, and the queue of those whose words have to
// be entered (migration 0029).
//
// Maintenance reads some of the queue, finds their words, and records them. An artifact that
// changes meanwhile stays in the queue. Uses its thread's connection; safe on several hosts at
// once; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/artifact/template.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;

struct UnindexedText {
  core::ArtifactId id;
  core::AccountId account;
  std::int64_t version = 0;
  core::Template content_template = core::Template::markdown;
  std::string title;        // empty if it has none
  std::string description;  // the same
  std::string content;
};

// The words of an artifact in one version.
struct ArtifactWords {
  core::ArtifactId id;
  std::int64_t version = 0;
  std::string lexemes;  // db/search/text_query.h
};

class TextIndexStore {
 public:
  explicit TextIndexStore(Postgres& postgres) : postgres_(postgres) {}

  // The newest artifacts of the queue: some hundred, as many as 16 MiB of content hold, at least
  // one. None if the queue is empty.
  std::vector<UnindexedText> next();

  // Enters the words of those that are still in this version and that no other transaction removes,
  // and takes them from the queue. Returns their number.
  std::int64_t record(const std::vector<ArtifactWords>& artifacts);

  // Adds some artifacts from before the migration to the queue. Returns false if there are no more,
  // or another transaction holds one of them.
  bool add_earlier();

  // Makes what was recorded quick to search.
  void finish();

 private:
  Postgres& postgres_;
};

}  // namespace db
