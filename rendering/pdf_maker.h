// PdfMaker: makes PDFs of HTML documents, few at a time.
//
// A PDF takes seconds of a core and a good part of a gigabyte at worst, and the document is
// untrusted, so a separate program makes it (pdf/make_pdf.py), which bounds and confines itself.
// Each waits for a turn (runtime/admission.h), which are shared fairly between the accounts whose
// documents they are. What counts against a document is the processor time that it takes, so that a
// busy host refuses none for good: one that has too little of it in the time that there is may be
// asked for again. Callers who want a PDF of the same document at the same time get the same PDF,
// and a document of which none could be made is not tried again for some minutes. Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/operation/metrics.h"
#include "core/result.h"
#include "core/security/cryptography.h"
#include "runtime/admission.h"

namespace rendering {

struct MadePdf {
  std::string data;

  std::size_t bytes() const { return sizeof *this + data.size(); }
};

class PdfMaker {
 public:
  using Pdf = std::shared_ptr<const MadePdf>;

  struct Limits {
    std::string command;  // the path of make_pdf.py
    std::chrono::seconds processor_time{20};
    // nginx waits for 30, the turn included.
    std::chrono::seconds time{25};
  };

  // `admission` outlives this.
  PdfMaker(Limits limits, runtime::Admission& admission,
           core::Metrics& metrics = core::Metrics::unwatched())
      : limits_(std::move(limits)), admission_(admission), metrics_(metrics) {}

  // `account` is whose document it is. Errors: invalid_content if no PDF can be made of it within
  // the limits, unavailable if too many others are being made, the host has too little time for
  // this one, or the program does not work. Their messages are for viewers.
  core::Result<Pdf> make(std::string_view html, const std::string& account);

 private:
  using Clock = std::chrono::steady_clock;
  using Outcome = core::Result<Pdf>;

  // What those who want the same document wait for.
  struct Job {
    std::optional<Outcome> outcome;
  };

  std::shared_ptr<Job> job_for(const core::Sha256& document);
  Outcome run(std::string_view html) const;
  bool has_failed_lately(const core::Sha256& document);
  void remember_failure(const core::Sha256& document);

  Outcome busy(std::string_view message) const;
  Outcome cannot_be_made() const;
  Outcome not_working(std::string_view reason) const;

  const Limits limits_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
  std::mutex mutex_;
  std::map<core::Sha256, std::weak_ptr<Job>> jobs_;
  std::map<core::Sha256, Clock::time_point> failures_;  // and until when they count
};

}  // namespace rendering
