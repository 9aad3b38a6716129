#include "rendering/artifact_renderer.h"

#include <functional>

#include "core/metrics.h"
#include "db/content_store.h"
#include "runtime/admission.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace rendering {
namespace {

FormText form_of(core::Template content_template, const std::string& content, Form form) {
  auto text = templates::content_as(form, content_template, content);
  return text ? FormText{*std::move(text)} : FormText{{}, false};
}

}  // namespace

// Returns the cached entry, or what `make` makes of the content. Either needs a turn if it is
// large, and the latter also if it takes long.
template <typename Cache, typename Key, typename Make>
core::Result<Made<typename Cache::Entry>> ArtifactRenderer::find_or_make(
    Cache& cache, const Key& key, const ViewedArtifact& artifact, typename Cache::Entry kept,
    const std::string& job, Make make) {
  using Entry = typename Cache::Entry;
  if (kept && kept->bytes() < kLargeBytes)
    return Made<Entry>{std::move(kept), nullptr, artifact.revision};
  std::optional<db::StoredContent> stored;
  if (!kept) {
    stored = store_.find(artifact.id, kLargeBytes);
    if (!stored) return Made<Entry>{};
  }
  const auto work = [&] { return Entry(make(stored->content.value())); };
  if (stored && stored->content) {
    if (auto made = limit_.run_without_turn({job, stored->artifact_revision}, work)) {
      cache.put(key, stored->artifact_revision, *made);
      return Made<Entry>{*std::move(made), nullptr, stored->artifact_revision};
    }
  }
  auto admitted =
      admission_.enter(runtime::CostlyWork::rendering,
                       {artifact.account.to_string(), artifact.viewer}, kept ? std::string() : job);
  if (!admitted) return admitted.error();
  auto turn = std::make_shared<const runtime::Admission::Turn>(*std::move(admitted));
  // The holder of the previous turn may have made it.
  if (!kept) kept = cache.find(key, artifact.revision);
  if (!kept) {
    if (!stored->content) stored = store_.find(artifact.id);
    if (!stored) return Made<Entry>{};
    kept = limit_.run_with_turn({job, stored->artifact_revision}, work);
    cache.put(key, stored->artifact_revision, kept);
    return Made<Entry>{std::move(kept), std::move(turn), stored->artifact_revision};
  }
  return Made<Entry>{std::move(kept), std::move(turn), artifact.revision};
}

core::Result<Made<RenderCache::Entry>> ArtifactRenderer::page(const ViewedArtifact& artifact) {
  RenderCache& cache = caches_.pages;
  templates::RenderingOptions options = artifact.options;
  if (!templates::definition_of(artifact.content_template).has_remote_images)
    options.remote_images = core::RemoteImages::on;
  if (options.remote_images == core::RemoteImages::on) options.public_base_url = {};
  const std::pair key{artifact.id, options};
  std::string job = "page:";
  job.append(core::word_of(options.remote_images)).append(1, ':');
  job.append(html::tag_of(options.language)).append(1, ':').append(artifact.id.to_string());
  bool is_hit = true;
  auto made =
      find_or_make(cache, key, artifact, cache.find(key, artifact.revision), job,
                   [&](const std::string& content) {
                     is_hit = false;
                     return std::make_shared<const templates::RenderedContent>(
                         templates::render_content(artifact.content_template, content, options));
                   });
  metrics_.count(is_hit ? core::Counter::render_cache_hits : core::Counter::render_cache_misses);
  return made;
}

core::Result<Made<RenderCache::Entry>> ArtifactRenderer::draft(
    const core::AccountId& account, core::Template content_template, const std::string& content,
    templates::RenderingOptions options) {
  const auto work = [&] {
    return RenderCache::Entry(std::make_shared<const templates::RenderedContent>(
        templates::render_content(content_template, content, options)));
  };
  // An author's previews wait for each other, but what one text costs does not tell what the next
  // does.
  const std::string job = "draft:" + account.to_string();
  const std::string text = job + ':' + std::to_string(std::hash<std::string>()(content));
  if (content.size() < kLargeBytes)
    if (auto made = limit_.run_without_turn({text, 0}, work))
      return Made<RenderCache::Entry>{*std::move(made), nullptr};
  auto admitted = admission_.enter(runtime::CostlyWork::rendering, account.to_string(), job);
  if (!admitted) return admitted.error();
  auto turn = std::make_shared<const runtime::Admission::Turn>(*std::move(admitted));
  auto made = limit_.run_with_turn({text, 0}, work);
  return Made<RenderCache::Entry>{std::move(made), std::move(turn)};
}

core::Result<Made<FormCache::Entry>> ArtifactRenderer::form(const ViewedArtifact& artifact,
                                                            Form form) {
  FormCache& cache = caches_.forms;
  const std::pair key{artifact.id, form};
  return find_or_make(
      cache, key, artifact, cache.find(key, artifact.revision),
      std::to_string(static_cast<int>(form)) + ':' + artifact.id.to_string(),
      [&](const std::string& content) {
        return std::make_shared<const FormText>(form_of(artifact.content_template, content, form));
      });
}

}  // namespace rendering
