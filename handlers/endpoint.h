// Endpoint: a route and the function that handles its requests. Each file of endpoints ends with
// their list, and handlers/routes.cc joins the lists.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "app/use_cases.h"
#include "core/configuration.h"
#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routes.h"

namespace handlers {

using core::Scope;
using fcgi::Access;
using fcgi::Method;

// The arguments of an endpoint. Lives as long as the request.
struct Context {
  const core::Configuration& configuration;
  app::UseCases& app;
  const fcgi::Request& request;
  const core::Principal& principal;
  // That of the external ID in the path, if there is one.
  std::optional<core::ArtifactId> artifact = {};
};

struct Endpoint {
  using Answer = core::Result<fcgi::Response> (*)(const Context& context);

  fcgi::Route route;
  Answer answer = nullptr;
  // Creates the response to a request that is repeated with its Idempotency-Key. If null, the
  // first response is stored and sent again.
  Answer again = nullptr;
};

// Calls the endpoint's `answer`, with the artifact that an external ID in the path stands for,
// unless the endpoint may create it. Errors: not_found, if there is none.
core::Result<fcgi::Response> call(const Endpoint& endpoint, Context context);

// The route with a handler, which does for all endpoints what fcgi/ cannot: a request that adds
// data is rejected if the database has no space, API calls with a large body take turns, and each
// write with an Idempotency-Key is run under it. Configuration and use cases must outlive it.
fcgi::Route bind(const Endpoint& endpoint, const core::Configuration& configuration,
                 app::UseCases& use_cases);

// The IDs in a request's path. Only for endpoints whose routes have a placeholder for them.

template <typename Id>
const Id& id_in_path(const fcgi::Request& request) {
  const Id* id = request.path_id<Id>();
  if (id == nullptr) throw std::logic_error("the route has no placeholder for this kind of ID");
  return *id;
}

inline const core::ArtifactId& artifact_id(const Context& context) {
  return context.artifact ? *context.artifact : id_in_path<core::ArtifactId>(context.request);
}
inline core::VersionNumber version_number(const fcgi::Request& request) {
  return id_in_path<core::VersionNumber>(request);
}
inline const core::ShareId& share_id(const fcgi::Request& request) {
  return id_in_path<core::ShareId>(request);
}

// The lists of endpoints.

std::vector<Endpoint> account_endpoints();
std::vector<Endpoint> artifact_edit_endpoints();
std::vector<Endpoint> artifact_endpoints();
std::vector<Endpoint> artifact_list_endpoints();
std::vector<Endpoint> branding_endpoints();
std::vector<Endpoint> bulk_endpoints();
std::vector<Endpoint> discovery_endpoints();
std::vector<Endpoint> mcp_description_endpoints();
std::vector<Endpoint> mcp_endpoints();
std::vector<Endpoint> security_txt_endpoints();
std::vector<Endpoint> share_link_endpoints();
std::vector<Endpoint> share_card_endpoints();
std::vector<Endpoint> share_history_endpoints();
std::vector<Endpoint> share_page_endpoints();
std::vector<Endpoint> share_document_endpoints();
std::vector<Endpoint> share_state_endpoints();
std::vector<Endpoint> sample_endpoints();
std::vector<Endpoint> site_endpoints();
std::vector<Endpoint> status_endpoints();
std::vector<Endpoint> upload_endpoints();
std::vector<Endpoint> version_endpoints();

namespace dashboard {
std::vector<Endpoint> artifact_edit_endpoints();
std::vector<Endpoint> artifact_endpoints();
std::vector<Endpoint> artifact_list_endpoints();
std::vector<Endpoint> audit_log_endpoints();
std::vector<Endpoint> authorization_endpoints();
std::vector<Endpoint> chosen_artifact_endpoints();
std::vector<Endpoint> connected_app_endpoints();
std::vector<Endpoint> content_endpoints();
std::vector<Endpoint> deletion_endpoints();
std::vector<Endpoint> edit_endpoints();
std::vector<Endpoint> history_endpoints();
std::vector<Endpoint> key_endpoints();
std::vector<Endpoint> link_list_endpoints();
std::vector<Endpoint> member_endpoints();
std::vector<Endpoint> new_artifact_endpoints();
std::vector<Endpoint> preview_endpoints();
std::vector<Endpoint> profile_endpoints();
std::vector<Endpoint> publishing_endpoints();
std::vector<Endpoint> second_factor_endpoints();
std::vector<Endpoint> set_password_endpoints();
std::vector<Endpoint> share_link_endpoints();
std::vector<Endpoint> sign_in_endpoints();
std::vector<Endpoint> sign_up_endpoints();
std::vector<Endpoint> usage_endpoints();
std::vector<Endpoint> view_endpoints();
}  // namespace dashboard

namespace oauth {
std::vector<Endpoint> metadata_endpoints();
std::vector<Endpoint> token_endpoints();
}  // namespace oauth

}  // namespace handlers
