#include "handlers/pdf_maker.h"

#include <exception>
#include <utility>

#include "fcgi/log.h"
#include "handlers/child_process.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::size_t kMaximumPdfBytes = std::size_t{50} * 1024 * 1024;
constexpr auto kFailureCounts = std::chrono::minutes(5);
constexpr std::string_view kPdfStart = "%PDF-";
// What make_pdf.py ends with.
constexpr int kMade = 0;
constexpr int kCannotBeMade = 1;

}  // namespace

core::Result<PdfMaker::Pdf> PdfMaker::make(std::string_view html) {
  const core::Sha256 document = core::sha256(html);
  Lock lock(mutex_);
  if (has_failed_lately(document)) return cannot_be_made();
  if (const auto found = jobs_.find(document); found != jobs_.end()) {
    const std::shared_ptr<Job> job = found->second;
    if (!wait_for(lock, [&job] { return job->outcome.has_value(); })) return busy();
    return *job->outcome;
  }

  const auto job = std::make_shared<Job>();
  jobs_.emplace(document, job);
  job->outcome = make_in_turn(lock, html);
  jobs_.erase(document);
  if (!*job->outcome && job->outcome->error().code == ErrorCode::invalid_content)
    remember_failure(document);
  changed_.notify_all();
  return *job->outcome;
}

template <typename Condition>
bool PdfMaker::wait_for(Lock& lock, Condition condition) {
  if (waiting_ >= limits_.waiting) return false;
  ++waiting_;
  const bool met = changed_.wait_for(lock, limits_.patience, condition);
  --waiting_;
  return met;
}

PdfMaker::Outcome PdfMaker::make_in_turn(Lock& lock, std::string_view html) {
  const auto is_free = [this] { return running_ < limits_.processes; };
  if (!is_free() && !wait_for(lock, is_free)) return busy();
  ++running_;
  lock.unlock();
  Outcome outcome = run(html);
  lock.lock();
  --running_;
  return outcome;
}

PdfMaker::Outcome PdfMaker::run(std::string_view html) const try {
  const core::Raised running(metrics_, core::Gauge::pdf_processes);
  const ChildProgram program{
      .arguments = {"/usr/bin/python3", "-IB", limits_.command,
                    std::to_string(limits_.time.count())},
      .environment = {"HOME=/nonexistent", "LC_ALL=C.UTF-8", "PATH=/usr/bin"}};
  ChildResult child =
      run_child(program, html, {.time = limits_.time, .output_bytes = kMaximumPdfBytes});
  if (!child.exit_status || *child.exit_status == kCannotBeMade || !child.within_bounds)
    return cannot_be_made();
  if (*child.exit_status != kMade || !child.output.starts_with(kPdfStart)) {
    return not_working(limits_.command + " ended with status " +
                       std::to_string(*child.exit_status) + "; call it by hand to see why");
  }
  metrics_.count(core::Counter::pdfs_made);
  return std::make_shared<const MadePdf>(MadePdf{std::move(child.output)});
} catch (const std::exception& exception) {
  return not_working(exception.what());
}

PdfMaker::Outcome PdfMaker::cannot_be_made() const {
  metrics_.count(core::Counter::pdfs_refused);
  return Error{ErrorCode::invalid_content,
               "this document could not be laid out as a PDF: it is too large or too complex"};
}

PdfMaker::Outcome PdfMaker::busy() const {
  metrics_.count(core::Counter::pdfs_busy);
  return Error{ErrorCode::unavailable,
               "too many PDFs are being made at the moment; try again soon"};
}

PdfMaker::Outcome PdfMaker::not_working(std::string_view reason) const {
  metrics_.count(core::Counter::pdfs_failed);
  fcgi::log_event("pdf_failed", reason);
  return Error{ErrorCode::unavailable, "PDFs cannot be made at the moment; try again later"};
}

bool PdfMaker::has_failed_lately(const core::Sha256& document) {
  std::erase_if(failures_,
                [now = Clock::now()](const auto& failure) { return failure.second <= now; });
  return failures_.contains(document);
}

void PdfMaker::remember_failure(const core::Sha256& document) {
  failures_[document] = Clock::now() + kFailureCounts;
}

}  // namespace handlers
