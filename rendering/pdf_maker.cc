#include "rendering/pdf_maker.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/timerfd.h>

#include "core/text/encodings.h"
#include "runtime/child_process.h"
#include "runtime/process.h"

namespace rendering {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::size_t kMaximumPdfBytes = std::size_t{50} * 1024 * 1024;
constexpr std::size_t kMaximumCardBytes = 100'000;
constexpr auto kFailureCounts = std::chrono::minutes(5);
// How often a process checks whether another has made the PDF.
constexpr std::chrono::duration<int, std::milli> kLockPoll{50};
constexpr std::string_view kPdfStart = "%PDF-";
constexpr std::string_view kPngStart = "\x89PNG";
// Exit statuses of the programs.
constexpr int kMade = 0;
constexpr int kCannotBeMade = 1;

// Whether the program was killed from outside: by the kernel for lack of memory, or by an operator.
// A document that takes too much CPU time ends it with another signal (SIGXCPU).
bool was_killed(const runtime::ChildResult& child) {
  const int signal = child.signal.value_or(0);
  return signal == SIGKILL || signal == SIGTERM;
}

// PDFs depend on the program, and on all Python files and stylesheets in its folder.
core::Sha256 hash_of_program(const std::string& command) {
  const std::filesystem::path path(command);
  std::set<std::filesystem::path> files{path};
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), problem))
    if (const auto extension = entry.path().extension(); extension == ".py" || extension == ".css")
      files.insert(entry.path());
  std::string all;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    const core::Sha256 hash = core::sha256(text.str());
    all.append(hash.begin(), hash.end());
  }
  return core::sha256(all);
}

// `more` comes before the program's own path.
runtime::ChildProgram program_of(const PdfMaker::Limits& limits,
                                 const std::optional<std::string>& more = std::nullopt) {
  runtime::ChildProgram program{
      .arguments = {"/usr/bin/python3", "-IB"},
      .environment = {"HOME=/nonexistent", "LC_ALL=C.UTF-8", "PATH=/usr/bin"}};
  if (more) program.arguments.push_back(*more);
  program.arguments.push_back(limits.command);
  program.arguments.push_back(std::to_string(limits.processor_time.count()));
  return program;
}

// When a viewer asks again for a PDF that is not there yet. Most take two to five seconds.
constexpr std::chrono::seconds kAskAgain{2};

Error too_busy(std::string_view reason) {
  std::string message(reason);
  message.append("; try again in ").append(std::to_string(kAskAgain.count())).append(" seconds");
  return {ErrorCode::unavailable, message, {}, kAskAgain};
}

}  // namespace

Error being_made() { return too_busy("this PDF is being made"); }

PdfMaker::PdfMaker(Limits limits, runtime::Admission& admission, PdfFiles& files,
                   core::Metrics& metrics)
    : limits_(std::move(limits)),
      admission_(admission),
      files_(files),
      metrics_(metrics),
      program_(hash_of_program(limits_.command)),
      stop_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), "timerfd_create") {
  const auto server = std::filesystem::path(limits_.command).parent_path() / "fork_server.py";
  std::error_code problem;
  if (std::filesystem::exists(server, problem)) server_.emplace(program_of(limits_, server));
}

void PdfMaker::stop(std::chrono::milliseconds grace) {
  // A time of zero would turn the timer off.
  const auto time = std::max<std::chrono::nanoseconds>(grace, std::chrono::nanoseconds(1));
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const itimerspec end{
      .it_interval = {},
      .it_value = {.tv_sec = seconds.count(), .tv_nsec = (time - seconds).count()}};
  timerfd_settime(stop_.number(), 0, &end, nullptr);
}

// Accounts do not share PDFs, so that the time it takes reveals nothing of other accounts.
PdfFiles::Key PdfMaker::key_of(std::string_view identity, const core::ArtifactId& artifact) const {
  const core::Sha256 document = core::sha256(identity);
  std::string text(program_.begin(), program_.end());
  text.append(document.begin(), document.end()).append(artifact.to_string());
  return {artifact, core::sha256(text), limits_.product};
}

PdfMaker::Pdf PdfMaker::find(const PdfFiles::Key& file) {
  auto kept = files_.find(file);
  return kept ? std::make_shared<const MadePdf>(MadePdf{*std::move(kept)}) : nullptr;
}

core::Result<PdfMaker::Pdf> PdfMaker::make(std::string_view html, const Owner& owner, Pace pace,
                                           const std::string& viewer) {
  return make(key_of(html, owner.artifact), html, owner, pace, viewer);
}

core::Result<PdfMaker::Pdf> PdfMaker::make(const PdfFiles::Key& file, std::string_view html,
                                           const Owner& owner, Pace pace,
                                           const std::string& viewer) {
  const core::Sha256& key = file.document;
  const auto end =
      Clock::now() + (pace == Pace::in_advance ? limits_.time_in_advance : limits_.time);
  if (Pdf kept = find(file)) return kept;
  if (pace == Pace::if_made) return busy(being_made());
  const std::shared_ptr<Job> job = job_for(key);
  if (job == nullptr) return cannot_be_made();
  const auto turn =
      admission_.enter(draws_cards() ? runtime::CostlyWork::card : runtime::CostlyWork::pdf,
                       pace == Pace::in_advance ? runtime::Claim::in_advance(owner.account)
                                                : runtime::Claim(owner.account, viewer),
                       core::to_hexadecimal(key));
  if (!turn) return busy(too_busy("too many PDFs are being made"));
  // Turns for one document do not overlap, so the job has no lock.
  if (job->outcome) return *job->outcome;
  Outcome outcome = make_once(html, file, pace, end);
  // A viewer who waits for the same PDF has more patience.
  const bool gave_way =
      !outcome && outcome.error().code == ErrorCode::unavailable && pace == Pace::in_advance;
  if (gave_way) return outcome;
  job->outcome = outcome;
  const std::lock_guard lock(mutex_);
  jobs_.erase(key);
  if (!outcome && outcome.error().code == ErrorCode::invalid_content) remember_failure(key);
  return outcome;
}

// Makes the PDF unless another process does, or has done so while this one waited.
PdfMaker::Outcome PdfMaker::make_once(std::string_view html, const PdfFiles::Key& key, Pace pace,
                                      Clock::time_point end) {
  const bool waits = draws_cards() && pace != Pace::in_advance;
  const auto lock = lock_until(waits ? end : Clock::now(), key);
  if (!lock) return busy(being_made());
  if (Pdf kept = find(key)) return kept;
  if (Clock::now() >= end) return busy(too_busy("the service is too busy to make this PDF"));
  Outcome outcome = run(html, std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()));
  if (outcome) files_.add(key, (*outcome)->data);
  return outcome;
}

// Nothing if another process has the lock for too long.
std::optional<PdfFiles::Lock> PdfMaker::lock_until(Clock::time_point end,
                                                   const PdfFiles::Key& key) {
  for (;;) {
    if (auto lock = files_.try_lock(key)) return lock;
    if (Clock::now() >= end) return std::nullopt;
    pollfd stopped{.fd = stop_.number(), .events = POLLIN, .revents = 0};
    if (poll(&stopped, 1, kLockPoll.count()) > 0) return std::nullopt;
  }
}

// The job that concurrent callers share; null if the document has failed recently.
std::shared_ptr<PdfMaker::Job> PdfMaker::job_for(const core::Sha256& key) {
  const std::lock_guard lock(mutex_);
  if (has_failed_recently(key)) return nullptr;
  std::weak_ptr<Job>& known = jobs_[key];
  std::shared_ptr<Job> job = known.lock();
  if (job == nullptr) {
    job = std::make_shared<Job>();
    known = job;
    std::erase_if(jobs_, [](const auto& entry) { return entry.second.expired(); });
  }
  return job;
}

PdfMaker::Outcome PdfMaker::run(std::string_view html, std::chrono::milliseconds time) try {
  const core::Raised running(metrics_, core::Gauge::pdf_processes);
  const runtime::ChildBounds bounds{
      .time = time,
      .output_bytes = draws_cards() ? kMaximumCardBytes : kMaximumPdfBytes,
      .stop = stop_.number()};
  runtime::ChildResult child =
      server_ ? server_->run(html, bounds) : runtime::run_child(program_of(limits_), html, bounds);
  const Error too_slow = too_busy("the service is too busy to make this PDF");
  if (!child.in_time) return busy(too_slow);
  if (was_killed(child)) {
    runtime::log_event(core::LogLevel::warning, draws_cards() ? "card_killed" : "pdf_killed",
                       limits_.command + " was ended by signal " + std::to_string(*child.signal));
    return busy(too_slow);
  }
  if (!child.exit_status || *child.exit_status == kCannotBeMade || !child.within_bounds)
    return cannot_be_made();
  if (*child.exit_status != kMade ||
      !child.output.starts_with(draws_cards() ? kPngStart : kPdfStart)) {
    return not_working(limits_.command + " exited with status " +
                       std::to_string(*child.exit_status) + "; run it by hand to see why");
  }
  metrics_.count(draws_cards() ? core::Counter::cards_made : core::Counter::pdfs_made);
  return std::make_shared<const MadePdf>(MadePdf{std::move(child.output)});
} catch (const std::exception& exception) {
  return not_working(exception.what());
}

PdfMaker::Outcome PdfMaker::cannot_be_made() const {
  metrics_.count(draws_cards() ? core::Counter::cards_refused : core::Counter::pdfs_refused);
  return Error{ErrorCode::invalid_content,
               "this document is too large or too complex to convert to PDF"};
}

PdfMaker::Outcome PdfMaker::busy(const Error& error) const {
  metrics_.count(draws_cards() ? core::Counter::cards_busy : core::Counter::pdfs_busy);
  return error;
}

PdfMaker::Outcome PdfMaker::not_working(std::string_view reason) const {
  metrics_.count(draws_cards() ? core::Counter::cards_failed : core::Counter::pdfs_failed);
  runtime::log_event(core::LogLevel::error, draws_cards() ? "card_failed" : "pdf_failed", reason);
  return Error{ErrorCode::unavailable, "PDF generation is unavailable; try again later"};
}

bool PdfMaker::has_failed_recently(const core::Sha256& key) {
  std::erase_if(failures_,
                [now = Clock::now()](const auto& failure) { return failure.second <= now; });
  return failures_.contains(key);
}

void PdfMaker::remember_failure(const core::Sha256& key) {
  failures_[key] = Clock::now() + kFailureCounts;
}

}  // namespace rendering
