// UseCases: every use case, for one thread of a worker. handlers/routes/ passes each endpoint those
// that it needs.
//
// Not thread-safe. Everything it refers to must outlive it.
#pragma once

#include "app/accounts/account_overview.h"
#include "app/accounts/api_keys.h"
#include "app/accounts/audit_trail.h"
#include "app/accounts/members.h"
#include "app/accounts/profile.h"
#include "app/accounts/publishing_settings.h"
#include "app/artifacts/artifact_previews.h"
#include "app/artifacts/artifact_upserts.h"
#include "app/artifacts/artifacts.h"
#include "app/artifacts/bulk_changes.h"
#include "app/idempotency.h"
#include "app/oauth/authorization.h"
#include "app/oauth/client_directory.h"
#include "app/oauth/connected_apps.h"
#include "app/oauth/device_sign_in.h"
#include "app/oauth/token_exchange.h"
#include "app/request_admission.h"
#include "app/service_status.h"
#include "app/sharing/share_links.h"
#include "app/sharing/share_views.h"
#include "app/sign_in/second_factors.h"
#include "app/sign_in/sign_in.h"
#include "app/sign_in/sign_up.h"

namespace app {

struct UseCases {
  RequestAdmission request_admission;
  Artifacts artifacts;
  ArtifactPreviews artifact_previews;
  BulkChanges bulk_changes;
  Idempotency idempotency;
  ShareLinks share_links;
  ArtifactUpserts artifact_upserts;
  ShareViews share_views;
  ServiceStatus service_status;

  AccountOverview account_overview;
  ApiKeys api_keys;
  AuditTrail audit_trail;
  Members members;
  Profile profile;
  PublishingSettings publishing_settings;
  SecondFactors second_factors;
  SignIn sign_in;
  SignUp sign_up;

  ClientDirectory client_directory;
  Authorization authorization;
  TokenExchange token_exchange;
  DeviceSignIn device_sign_in;
  ConnectedApps connected_apps;
};

}  // namespace app
