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

db::ArtifactWords words_of(const db::UnindexedText& artifact) {
  std::string text = artifact.title + '\n' + artifact.description + '\n';
  const core::CpuLimit limit(kLongestReading);
  const std::string content = templates::searched_text(artifact.content_template, artifact.content);
  text += core::whole_characters(content, kSearchedBytes);
  return {artifact.id, artifact.revision, db::text_lexemes(artifact.account, text)};
}

}  // namespace

std::int64_t index_texts(db::Postgres& postgres, std::chrono::milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + at_most;
  db::TextIndexStore store(postgres);
  std::int64_t count = 0;
  while (Clock::now() < end) {
    const auto artifacts = store.next();
    if (artifacts.empty()) break;
    std::vector<db::ArtifactWords> words;
    words.reserve(artifacts.size());
    for (const db::UnindexedText& artifact : artifacts) words.push_back(words_of(artifact));
    const std::int64_t recorded = store.record(words);
    count += recorded;
    // All of them have changed, or another host works on them.
    if (recorded == 0) break;
  }
  if (count > 0) store.finish();
  return count;
}

}  // namespace app
