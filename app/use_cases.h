// UseCases: every use case, for one thread of a worker.
//
// Not thread-safe. Everything it refers to must outlive it.
#pragma once

#include "app/account.h"
#include "app/api_keys.h"
#include "app/artifact_edits.h"
#include "app/artifact_previews.h"
#include "app/artifact_upserts.h"
#include "app/artifact_versions.h"
#include "app/artifacts.h"
#include "app/authorization.h"
#include "app/bulk_changes.h"
#include "app/clients.h"
#include "app/device_sign_in.h"
#include "app/idempotency.h"
#include "app/members.h"
#include "app/profile.h"
#include "app/request_admission.h"
#include "app/second_factors.h"
#include "app/senders.h"
#include "app/service_status.h"
#include "app/share_link_lists.h"
#include "app/share_links.h"
#include "app/share_views.h"
#include "app/sign_in.h"
#include "app/sign_up.h"
#include "app/token_exchange.h"
#include "app/uploads.h"

namespace app {

struct UseCases {
  RequestAdmission request_admission;
  Artifacts artifacts;
  ArtifactVersions artifact_versions;
  ArtifactEdits artifact_edits;
  ArtifactPreviews artifact_previews;
  BulkChanges bulk_changes;
  Idempotency idempotency;
  ShareLinkLists share_link_lists;
  ShareLinks share_links;
  ArtifactUpserts artifact_upserts;
  Uploads uploads;
  ShareViews share_views;
  ServiceStatus service_status;

  AccountOverview account_overview;
  ApiKeys api_keys;
  AuditTrail audit_trail;
  Members members;
  Profile profile;
  PublishingSettings publishing_settings;
  SecondFactors second_factors;
  Senders senders;
  SignIn sign_in;
  SignUp sign_up;

  ClientDirectory client_directory;
  Authorization authorization;
  TokenExchange token_exchange;
  DeviceSignIn device_sign_in;
  ConnectedApps connected_apps;
};

}  // namespace app
