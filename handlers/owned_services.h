// The objects behind Services: ProcessServices is one per worker process and safe to use from all
// its threads; ThreadServices is one per thread, with connections of its own.
#pragma once

#include "core/configuration.h"
#include "db/account_store.h"
#include "db/artifact_store.h"
#include "db/attempt_counter.h"
#include "db/audit_log.h"
#include "db/connector.h"
#include "db/database_room.h"
#include "db/key_cache.h"
#include "db/postgres.h"
#include "db/rate_counter.h"
#include "db/redis.h"
#include "db/second_factor_store.h"
#include "db/session_store.h"
#include "db/share_store.h"
#include "db/user_store.h"
#include "db/view_counter.h"
#include "handlers/admission.h"
#include "handlers/form_cache.h"
#include "handlers/host_metrics.h"
#include "handlers/password_checker.h"
#include "handlers/pdf_cache.h"
#include "handlers/pdf_maker.h"
#include "handlers/render_cache.h"
#include "handlers/services.h"

namespace handlers {

struct ProcessServices {
  // `settings` outlives this.
  explicit ProcessServices(const core::Configuration& settings);

  const core::Configuration& configuration;
  HostMetrics host_metrics;
  db::Connector connector;
  db::KeyCache key_cache;
  db::LocalRateCounts local_rate_counts;
  db::LocalAttempts local_attempts;
  db::DatabaseRoom database_room;
  Admission admission;
  RenderCache render_cache;
  FormCache form_cache;
  PdfCache pdf_cache;
  PdfMaker pdf_maker;
  PasswordChecker passwords;
};

struct ThreadServices {
  // `process` outlives this.
  explicit ThreadServices(ProcessServices& process);

  db::Postgres postgres;
  db::Redis redis;
  db::AccountStore accounts;
  db::ArtifactStore artifacts;
  db::ShareStore shares;
  db::ViewCounter views;
  db::CachedAuthenticator authenticator;
  db::RateCounter rate_counter;
  db::AttemptCounter attempts;
  db::UserStore users;
  db::SecondFactorStore second_factors;
  db::SessionStore sessions;
  db::AuditLog audit_log;

  Services services;
};

}  // namespace handlers
