#include "app/maintenance.h"

#include <string>
#include <vector>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "db/word_index.h"
#include "templates/content.h"

namespace app {

namespace {

// Content that takes longer is found by its title and description alone.
constexpr std::chrono::seconds kLongestReading{2};

db::ArtifactWords words_of(const db::UnindexedArtifact& artifact) {
  if (artifact.revision == 0) return {artifact.id, artifact.account, 0, {}};
  const core::CpuLimit limit(kLongestReading);
  const std::string content = templates::searched_text(artifact.content_template, artifact.content);
  std::string text = artifact.description + '\n';
  text += core::whole_characters(content, kSearchedBytes);
  return {artifact.id, artifact.account, artifact.revision,
          db::lexemes_of(artifact.account, artifact.title, text)};
}

}  // namespace

std::int64_t index_words(db::Postgres& postgres, std::chrono::milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + at_most;
  db::WordIndexStore store(postgres);
  std::int64_t count = 0;
  while (Clock::now() < end) {
    const auto artifacts = store.next();
    if (artifacts.empty()) break;
    std::vector<db::ArtifactWords> words;
    words.reserve(artifacts.size());
    for (const db::UnindexedArtifact& artifact : artifacts) words.push_back(words_of(artifact));
    count += store.record(words);
  }
  if (count > 0) store.finish();
  return count;
}

}  // namespace app
