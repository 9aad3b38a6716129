#include "app/maintenance/first_headings.h"

#include "db/artifacts/first_heading_store.h"
#include "templates/content.h"

namespace app {

std::int64_t read_first_headings(db::Postgres& postgres) {
  db::FirstHeadingStore store(postgres);
  std::int64_t count = 0;
  for (core::ArtifactId last;;) {
    auto artifacts = store.next_after(last);
    if (artifacts.empty()) return count;
    for (db::UnreadArtifact& artifact : artifacts) {
      const auto findings = templates::check_content(core::Template::markdown, artifact.content);
      if (findings) artifact.first_heading = findings->first_heading.value_or("");
    }
    store.record(artifacts);
    last = artifacts.back().id;
    count += static_cast<std::int64_t>(artifacts.size());
  }
}

}  // namespace app
