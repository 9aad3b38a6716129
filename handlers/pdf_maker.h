// PdfMaker: makes PDFs of HTML documents, few at a time.
//
// A PDF takes seconds of a core and a good part of a gigabyte at worst, and the document is a
// stranger's, so a program of its own makes it (pdf/make_pdf.py), which bounds and confines itself.
// Here its number and time are bounded: a call waits a few seconds for its turn, and as only so
// many calls may wait, there is always a thread left for other requests. Callers who want a PDF of
// the same document at the same time get the same PDF, and a document of which none could be made
// is not tried again for some minutes. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/cryptography.h"
#include "core/metrics.h"
#include "core/result.h"

namespace handlers {

struct MadePdf {
  std::string data;

  std::size_t bytes() const { return sizeof *this + data.size(); }
};

class PdfMaker {
 public:
  using Pdf = std::shared_ptr<const MadePdf>;

  struct Limits {
    std::string command;  // the path of make_pdf.py
    unsigned processes = 1;
    unsigned waiting = 2;
    std::chrono::seconds time{20};
    std::chrono::milliseconds patience{3000};
  };

  explicit PdfMaker(Limits limits, core::Metrics& metrics = core::Metrics::unwatched())
      : limits_(std::move(limits)), metrics_(metrics) {}

  // Errors: invalid_content if no PDF can be made of the document within the limits, unavailable if
  // too many others are being made or the program does not work. Their messages are for viewers.
  core::Result<Pdf> make(std::string_view html);

 private:
  using Clock = std::chrono::steady_clock;
  using Outcome = core::Result<Pdf>;
  using Lock = std::unique_lock<std::mutex>;

  // What those who want the same document wait for.
  struct Job {
    std::optional<Outcome> outcome;
  };

  template <typename Condition>
  bool wait_for(Lock& lock, Condition condition);
  Outcome make_in_turn(Lock& lock, std::string_view html);
  Outcome run(std::string_view html) const;
  bool has_failed_lately(const core::Sha256& document);
  void remember_failure(const core::Sha256& document);

  Outcome busy() const;
  Outcome cannot_be_made() const;
  Outcome not_working(std::string_view reason) const;

  const Limits limits_;
  core::Metrics& metrics_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned running_ = 0;
  unsigned waiting_ = 0;
  std::map<core::Sha256, std::shared_ptr<Job>> jobs_;
  std::map<core::Sha256, Clock::time_point> failures_;  // and until when they count
};

}  // namespace handlers
