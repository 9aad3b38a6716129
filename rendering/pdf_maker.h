// PdfMaker: converts HTML documents to PDF, or draws cards (artifact_cards.h), a few at a time.
// What is said of PDFs here holds for cards too.
//
// A conversion takes seconds of CPU time and up to most of a gigabyte, and the document is
// untrusted, so a separate, sandboxed program does it (pdf/make_pdf.py). Each conversion needs a
// turn (runtime/admission.h), shared fairly between accounts. A document fails permanently only if
// it needs too much itself, such as CPU time; if the host runs out of wall-clock time or memory,
// the caller may try again. Concurrent conversions of the same document share one result, and a
// document that failed is not tried again for some minutes. PDFs are stored in files that the
// workers of the host share (pdf_files.h). Only one of them makes a PDF: the others are told to ask
// again, but wait for a card, as it takes less, and who shows it may keep another picture for long.
// Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/descriptor.h"
#include "core/error.h"
#include "core/metrics.h"
#include "core/security/cryptography.h"
#include "rendering/pdf_files.h"
#include "runtime/admission.h"
#include "runtime/child_process.h"

namespace rendering {

// The error for a caller that asks for a PDF while it is made.
core::Error being_made();

struct MadePdf {
  std::string data;

  std::size_t bytes() const { return sizeof *this + data.size(); }
};

class PdfMaker {
 public:
  using Pdf = std::shared_ptr<const MadePdf>;

  struct Limits {
    std::string command;  // path of make_pdf.py, or of draw_card.py
    PdfFiles::Kind product = PdfFiles::Kind::pdf;
    std::chrono::seconds processor_time{20};
    // How long a caller waits, for the turn and the conversion. nginx waits 30 seconds.
    std::chrono::seconds time{25};
    std::chrono::seconds time_in_advance{180};
  };

  // `admission`, `files` and `metrics` must outlive it.
  PdfMaker(Limits limits, runtime::Admission& admission, PdfFiles& files,
           core::Metrics& metrics = core::Metrics::unwatched());

  // Whose a document is.
  struct Owner {
    core::ArtifactId artifact;
    std::string account;
  };
  // `viewer` is the network of the viewer who waits for it, if
  // it is not the owner. Errors: invalid_content if it cannot be converted within the limits;
  // unavailable if too many conversions are running, the host is too busy, another process makes it
  // or takes too long for it, or the program fails. The messages are for viewers. If the PDF is
  // made in advance, nobody waits, so a busy host gets more time, and a PDF that another process
  // makes is left to it. With `if_made`, one that is not there is unavailable.
  enum class Pace : std::uint8_t { for_viewer, in_advance, if_made };
  core::Result<Pdf> make(std::string_view html, const Owner& owner, Pace pace = Pace::for_viewer,
                         const std::string& viewer = {});

  // The same for what is known by something shorter than all that it is made of: by `identity`, the
  // text with all that it depends on besides the program.
  PdfFiles::Key key_of(std::string_view identity, const core::ArtifactId& artifact) const;
  core::Result<Pdf> make(const PdfFiles::Key& file, std::string_view html, const Owner& owner,
                         Pace pace, const std::string& viewer);
  // Null if it is not there.
  Pdf find(const PdfFiles::Key& file);
  bool has(const PdfFiles::Key& file) const { return files_.has(file); }

  // Ends the conversions that are still running after `grace`, permanently: from then on each is
  // unavailable. A further call replaces the time.
  void stop(std::chrono::milliseconds grace = {});

 private:
  using Clock = std::chrono::steady_clock;
  using Outcome = core::Result<Pdf>;

  // Shared by concurrent callers with the same document, of one artifact.
  struct Job {
    std::optional<Outcome> outcome;
  };

  std::shared_ptr<Job> job_for(const core::Sha256& key);
  Outcome make_once(std::string_view html, const PdfFiles::Key& key, Pace pace,
                    Clock::time_point end);
  std::optional<PdfFiles::Lock> lock_until(Clock::time_point end, const PdfFiles::Key& key);
  Outcome run(std::string_view html, std::chrono::milliseconds time);
  bool has_failed_recently(const core::Sha256& key);
  void remember_failure(const core::Sha256& key);

  Outcome busy(const core::Error& error) const;
  Outcome cannot_be_made() const;
  Outcome not_working(std::string_view reason) const;
  bool draws_cards() const { return limits_.product == PdfFiles::Kind::card; }

  const Limits limits_;
  runtime::Admission& admission_;
  PdfFiles& files_;
  core::Metrics& metrics_;
  const core::Sha256 program_;                 // of the program and its stylesheets
  std::optional<runtime::ForkServer> server_;  // if the program has one beside it
  const core::Descriptor stop_;                // a timerfd, readable once conversions have to end
  std::mutex mutex_;
  std::map<core::Sha256, std::weak_ptr<Job>> jobs_;
  std::map<core::Sha256, Clock::time_point> failures_;  // until when they count
};

}  // namespace rendering
