// The objects behind Services: ProcessServices is one per worker process and thread-safe;
// ThreadServices is one per thread, with its own connections.
#pragma once

#include "app/oauth/client_documents.h"
#include "app/use_cases.h"
#include "core/operation/configuration.h"
#include "db/accounts/account_store.h"
#include "db/accounts/audit_log.h"
#include "db/accounts/member_store.h"
#include "db/accounts/second_factor_store.h"
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "db/api_keys/api_key_store.h"
#include "db/api_keys/key_cache.h"
#include "db/artifacts/artifact_store.h"
#include "db/artifacts/content_store.h"
#include "db/artifacts/matching_store.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/attempt_counter.h"
#include "db/counters/rate_counter.h"
#include "db/counters/view_counter.h"
#include "db/oauth/client_store.h"
#include "db/oauth/device_code_store.h"
#include "db/oauth/grant_store.h"
#include "db/operation/database_space.h"
#include "db/sharing/share_store.h"
#include "db/sharing/share_view_store.h"
#include "fcgi/page_compression.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"
#include "rendering/form_cache.h"
#include "rendering/pdf_cache.h"
#include "rendering/pdf_files.h"
#include "rendering/pdf_maker.h"
#include "rendering/pdf_queue.h"
#include "rendering/render_cache.h"
#include "rendering/rendering_limit.h"
#include "runtime/admission.h"
#include "runtime/host_metrics.h"
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
  rendering::RenderingLimit rendering_limit;
  fcgi::PageCompression page_compression;
  rendering::PdfCache pdf_cache;
  rendering::PdfFiles pdf_files;
  rendering::PdfMaker pdf_maker;
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
  db::MatchingStore matching;
  db::ShareStore shares;
  db::ShareViewStore share_views;
  db::ContentStore contents;
  db::ViewCounter views;
  db::CachedAuthenticator authenticator;
  db::RateCounter rate_counter;
  db::AttemptCounter attempts;
  db::UserStore users;
  db::MemberStore members;
  db::SecondFactorStore second_factors;
  db::SessionStore sessions;
  db::AuditLog audit_log;
  db::ClientStore oauth_clients;
  db::GrantStore grants;
  db::DeviceCodeStore device_codes;
  rendering::ArtifactRenderer renderer;
  rendering::ArtifactPdfs pdfs;

  app::UseCases use_cases;
};

}  // namespace worker
