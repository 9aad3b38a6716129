// PdfQueue: makes PDFs and cards (artifact_cards.h) in advance, one at a time, in a thread of its
// own.
//
// Accounts take turns, so that an account with many documents does not delay the others. The length
// of the queue is limited, in total and per account; a PDF that does not fit is made on demand
// instead. The queue is lost when the process ends; a GET of an artifact that has waited for more
// than a minute adds it again.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "core/ids.h"
#include "core/installation.h"
#include "core/metrics.h"
#include "core/version.h"
#include "db/artifact_store.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "db/content_store.h"
#include "rendering/artifact_cards.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"

namespace rendering {

class PdfQueue {
 public:
  using Clock = std::chrono::steady_clock;

  // The PDF of an artifact, or the card of a version.
  struct Task {
    core::ArtifactId artifact;
    std::optional<CardArtifact> card = {};
  };

  enum class Outcome { done, later };
  // Makes one of them. `later` repeats it after a pause, a limited number of times; so does an
  // exception.
  using Work = std::function<Outcome(const Task&)>;

  // `pause` precedes the first repetition and doubles with each further one.
  struct Limits {
    std::chrono::milliseconds pause{1000};
    unsigned attempts = 8;
    std::size_t waiting = 1000;
    std::size_t waiting_of_account = 200;
  };

  // The queue's thread calls `make_work`; it starts with the first artifact.
  PdfQueue(std::function<Work()> make_work, const Limits& limits);
  explicit PdfQueue(std::function<Work()> make_work) : PdfQueue(std::move(make_work), Limits()) {}
  PdfQueue(const PdfQueue&) = delete;
  PdfQueue& operator=(const PdfQueue&) = delete;
  // Waits for the PDF in progress and drops the others.
  ~PdfQueue();

  // Does nothing if the same is in the queue. False if the queue is full.
  bool add(const Task& task, const core::AccountId& account);
  bool add(const core::ArtifactId& artifact, const core::AccountId& account) {
    return add(Task{artifact}, account);
  }

  // Starts no further PDFs. The one in progress continues.
  void stop();

 private:
  struct Job {
    Task task;
    Clock::time_point due;
    unsigned attempts = 0;
  };
  // The artifact, and the version if it is a card.
  using Identity = std::pair<core::ArtifactId, std::optional<core::VersionNumber>>;
  using Jobs = std::map<core::AccountId, std::deque<Job>>;

  static Identity identity_of(const Task& task);
  void run();
  Jobs::iterator next_due(Clock::time_point now);
  Clock::time_point earliest() const;
  void repeat(const core::AccountId& account, Job job);
  void insert(const core::AccountId& account, const Job& job);

  const std::function<Work()> make_work_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Jobs jobs_;                   // no account without jobs; each ordered by due time
  std::set<Identity> waiting_;  // those in jobs_
  core::AccountId last_account_;
  bool is_stopping_ = false;
  std::thread thread_;
};

// PdfPreparation: makes the PDF of an artifact in advance and records the result, or makes a card.
//
// Not thread-safe; has its own connection. Throws what its stores throw.
class PdfPreparation {
 public:
  struct Makers {
    PdfCache& cache;
    PdfMaker& pdfs;
    PdfMaker& cards;
  };

  // Everything it refers to must outlive it.
  PdfPreparation(db::Connector& connector, const Makers& makers,
                 const ArtifactRenderer::Caches& caches, RenderingLimit& limit,
                 runtime::Admission& admission, core::Metrics& metrics,
                 const core::Installation& installation);

  // `later` if the artifact does not exist yet, its PDF cannot be made now, or the artifact has
  // changed while its PDF was made.
  PdfQueue::Outcome prepare(const PdfQueue::Task& task);

 private:
  PdfQueue::Outcome prepare_pdf(const core::ArtifactId& id);

  db::Postgres postgres_;
  db::ArtifactStore artifacts_;
  db::ContentStore contents_;
  db::PdfStateStore states_;
  ArtifactPdfs pdfs_;
  ArtifactRenderer renderer_;
  ArtifactCards cards_;
};

}  // namespace rendering
