#include "rendering/pdf_queue.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "runtime/process.h"

namespace rendering {

PdfQueue::PdfQueue(std::function<Work()> make_work, const Limits& limits)
    : make_work_(std::move(make_work)), limits_(limits) {}

PdfQueue::~PdfQueue() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void PdfQueue::stop() {
  const std::lock_guard lock(mutex_);
  is_stopping_ = true;
  changed_.notify_all();
}

PdfQueue::Identity PdfQueue::identity_of(const Task& task) {
  return {task.artifact, task.card ? std::optional(task.card->version) : std::nullopt};
}

bool PdfQueue::add(const Task& task, const core::AccountId& account) {
  const std::lock_guard lock(mutex_);
  if (is_stopping_) return false;
  if (waiting_.contains(identity_of(task))) return true;
  const auto own = jobs_.find(account);
  if (waiting_.size() >= limits_.waiting ||
      (own != jobs_.end() && own->second.size() >= limits_.waiting_of_account))
    return false;
  insert(account, {task, Clock::now(), 0});
  waiting_.insert(identity_of(task));
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
  return true;
}

// The next account, in turn, whose first job is due.
PdfQueue::Jobs::iterator PdfQueue::next_due(Clock::time_point now) {
  const auto has_due = [now](const auto& entry) { return entry.second.front().due <= now; };
  const auto after = jobs_.upper_bound(last_account_);
  const auto found = std::find_if(after, jobs_.end(), has_due);
  if (found != jobs_.end()) return found;
  const auto before = std::find_if(jobs_.begin(), after, has_due);
  return before == after ? jobs_.end() : before;
}

PdfQueue::Clock::time_point PdfQueue::earliest() const {
  Clock::time_point earliest = Clock::time_point::max();
  for (const auto& [account, jobs] : jobs_) earliest = std::min(earliest, jobs.front().due);
  return earliest;
}

void PdfQueue::repeat(const core::AccountId& account, Job job) {
  const std::lock_guard lock(mutex_);
  if (++job.attempts >= limits_.attempts || !waiting_.insert(identity_of(job.task)).second) return;
  job.due = Clock::now() + limits_.pause * (1U << (job.attempts - 1));
  insert(account, job);
}

// Behind those that are due earlier or at the same time.
void PdfQueue::insert(const core::AccountId& account, const Job& job) {
  std::deque<Job>& jobs = jobs_[account];
  const auto place =
      std::find_if(jobs.begin(), jobs.end(), [&](const Job& other) { return other.due > job.due; });
  jobs.insert(place, job);
}

void PdfQueue::run() {
  Work work;
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    const auto entry = next_due(Clock::now());
    if (entry == jobs_.end()) {
      if (jobs_.empty()) {
        changed_.wait(lock);
      } else {
        changed_.wait_until(lock, earliest());
      }
      continue;
    }
    const core::AccountId account = entry->first;
    const Job job = entry->second.front();
    entry->second.pop_front();
    if (entry->second.empty()) jobs_.erase(entry);
    waiting_.erase(identity_of(job.task));
    last_account_ = account;

    lock.unlock();
    Outcome outcome = Outcome::later;
    try {
      if (!work) work = make_work_();
      outcome = work(job.task);
    } catch (const std::exception& exception) {
      runtime::log_event(core::LogLevel::warning, "pdf_postponed", exception.what());
    }
    if (outcome == Outcome::later) repeat(account, job);
    lock.lock();
  }
}

PdfPreparation::PdfPreparation(db::Connector& connector, const Makers& makers,
                               const ArtifactRenderer::Caches& caches, RenderingLimit& limit,
                               runtime::Admission& admission, core::Metrics& metrics,
                               const core::Installation& installation)
    : postgres_(connector, metrics),
      artifacts_(postgres_, {}),
      contents_(postgres_),
      states_(postgres_),
      pdfs_(contents_, makers.cache, makers.pdfs, limit, admission, metrics),
      renderer_(contents_, caches, limit, admission, metrics),
      cards_(renderer_, pdfs_, makers.cards, installation) {}

PdfQueue::Outcome PdfPreparation::prepare(const PdfQueue::Task& task) {
  if (!task.card) return prepare_pdf(task.artifact);
  const auto card = cards_.find(*task.card, PdfMaker::Pace::in_advance);
  return card || card.error().code != core::ErrorCode::unavailable ? PdfQueue::Outcome::done
                                                                   : PdfQueue::Outcome::later;
}

PdfQueue::Outcome PdfPreparation::prepare_pdf(const core::ArtifactId& id) {
  using Outcome = PdfQueue::Outcome;
  const auto artifact = artifacts_.find(id, db::ArtifactStore::Content::without);
  if (!artifact) return Outcome::done;
  const bool is_waiting = artifact->status != core::ArtifactStatus::deleted && artifact->pdf &&
                          artifact->pdf->progress == core::PdfProgress::rendering;
  if (!is_waiting) return Outcome::done;
  const auto pdf = pdfs_.find({id, artifact->revision, artifact->title, artifact->account},
                              PdfMaker::Pace::in_advance);
  if (!pdf && pdf.error().code == core::ErrorCode::unavailable) return Outcome::later;
  const core::PdfState state = pdf ? core::PdfState{core::PdfProgress::ready, {}}
                                   : core::PdfState{core::PdfProgress::failed, pdf.error().message};
  // A change of the title or the expiry leaves the state as it is, and adds nothing to the queue.
  return states_.record(id, artifact->revision, state) ? Outcome::done : Outcome::later;
}

}  // namespace rendering
