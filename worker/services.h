// The objects behind Services: ProcessServices is one per worker process and thread-safe;
// ThreadServices is one per thread, with its own connections.
#pragma once

#include <memory>
#include <string>

#include "app/clients.h"
#include "app/use_cases.h"
#include "core/configuration.h"
#include "db/account_store.h"
#include "db/artifact_store.h"
#include "db/audit_log.h"
#include "db/client_store.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/content_store.h"
#include "db/counters/attempt_counter.h"
#include "db/counters/rate_counter.h"
#include "db/counters/view_counter.h"
#include "db/device_code_store.h"
#include "db/grant_store.h"
#include "db/key_cache.h"
#include "db/key_store.h"
#include "db/matching_store.h"
#include "db/member_store.h"
#include "db/operation/database_state.h"
#include "db/sender_store.h"
#include "db/session_store.h"
#include "db/share_store.h"
#include "db/share_view_store.h"
#include "db/upload_store.h"
#include "db/user_store.h"
#include "db/version_store.h"
#include "fcgi/dispatcher.h"
#include "fcgi/page_compression.h"
#include "rendering/artifact_cards.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"
#include "rendering/pdf_files.h"
#include "rendering/pdf_maker.h"
#include "rendering/pdf_queue.h"
#include "runtime/admission.h"
#include "runtime/metrics_file.h"
#include "runtime/password_checker.h"
#include "runtime/periodic_task.h"

namespace worker {

struct ProcessServices {
  // `settings` must outlive this.
  explicit ProcessServices(const core::Configuration& settings);
  ~ProcessServices();
  ProcessServices(const ProcessServices&) = delete;
  ProcessServices& operator=(const ProcessServices&) = delete;

  // For a process that is told to stop: what takes long ends within about two seconds. From then on
  // PDFs are unavailable; those that were to be made in advance are left to other processes.
  void begin_stop();

  const core::Configuration& configuration;
  runtime::HostMetrics host_metrics;
  db::Connector connector;
  db::KeyCache key_cache;
  db::LocalRateCounts local_rate_counts;
  db::LocalAttempts local_attempts;
  db::DatabaseSpace database_space;
  runtime::Admission admission;
  rendering::RenderCache render_cache;
  rendering::FormCache form_cache;
  app::RecentLinks recent_links;
  rendering::RenderingLimit rendering_limit;
  fcgi::PageCompression page_compression;
  rendering::PdfCache pdf_cache;
  rendering::PdfFiles pdf_files;
  rendering::PdfMaker pdf_maker;
  rendering::PdfMaker card_maker;
  runtime::PasswordChecker passwords;
  app::ClientDocuments client_documents;
  // The last, as their threads use the others.
  rendering::PdfQueue pdf_queue;
  runtime::PeriodicTask pdf_removal;
};

struct ThreadServices {
  // `process` must outlive this.
  explicit ThreadServices(ProcessServices& process);

  db::Postgres postgres;
  db::Redis redis;
  db::AccountStore accounts;
  db::ApiKeyStore api_keys;
  db::ArtifactStore artifacts;
  db::VersionStore versions;
  db::MatchingStore matching;
  db::ShareStore shares;
  db::ShareViewStore share_views;
  db::UploadStore uploads;
  db::ContentStore contents;
  db::ViewCounter views;
  db::CachedAuthenticator authenticator;
  db::RateCounter rate_counter;
  db::AttemptCounter attempts;
  db::UserStore users;
  db::MemberStore members;
  db::SecondFactorStore second_factors;
  db::SenderStore senders;
  db::SessionStore sessions;
  db::AuditLog audit_log;
  db::ClientStore oauth_clients;
  db::GrantStore grants;
  db::DeviceCodeStore device_codes;
  rendering::ArtifactRenderer renderer;
  rendering::ArtifactPdfs pdfs;
  rendering::ArtifactCards cards;

  app::UseCases use_cases;
};

// Application: the service for the worker's main: what a process shares between its threads, and a
// dispatcher for each of them.
//
// Thread-safe. Must outlive the dispatchers that it makes; `configuration` must outlive it.
class Application {
 public:
  explicit Application(const core::Configuration& configuration) : process_(configuration) {}

  // For use by the calling thread only.
  std::shared_ptr<fcgi::Dispatcher> make_dispatcher();

  // Call when the process is told to stop: requests that take long are answered within about two
  // seconds.
  void begin_stop() { process_.begin_stop(); }

  // The reason why a write would fail now, for the operator; empty if none. Connects anew.
  std::string why_not_ready();

  // The metrics of this process.
  core::Metrics& metrics() { return process_.host_metrics.own(); }

 private:
  ProcessServices process_;
};

// ThreadDivision: how the threads of a worker process are used.
struct ThreadDivision {
  unsigned all;
  // Serve API calls only, so that pages never occupy all threads. The others serve both.
  unsigned api_only;
  // Maximum for costly work at once, so that a thread is left for cheap pages.
  unsigned costly;
};

// A quarter of the threads serves API calls only, and a quarter of the rest does no costly work; at
// least one each, if there are enough.
ThreadDivision divide_threads(unsigned threads);

}  // namespace worker
