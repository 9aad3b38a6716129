#include "handlers/endpoint.h"

#include <utility>

#include "app/artifacts.h"
#include "core/out_of_space.h"
#include "fcgi/request_log.h"
#include "handlers/api/idempotency.h"

namespace handlers {
namespace {

core::Error no_space(const fcgi::Request& request) {
  fcgi::log_failure(request,
                    "the database is out of space; run `artifact-admin check` for details");
  return {core::ErrorCode::unavailable, core::kOutOfSpace};
}

core::Result<fcgi::Response> answer(const Endpoint& endpoint, const Context& context) {
  app::RequestAdmission& admission = context.app.request_admission;
  if (endpoint.route.adds && !admission.has_space()) return no_space(context.request);
  const Access access = endpoint.route.access;
  if (access != Access::key && access != Access::upload) return call(endpoint, context);
  return admission.run(
      context.request.body().size(), context.principal.account,
      [&]() -> core::Result<fcgi::Response> {
        const Method method = endpoint.route.method;
        const bool writes =
            method == Method::post || method == Method::put || method == Method::patch;
        const bool is_repeatable = writes && access == Access::key && !endpoint.route.serves_mcp;
        return is_repeatable ? with_idempotency(endpoint, context) : call(endpoint, context);
      });
}

}  // namespace

core::Result<fcgi::Response> call(const Endpoint& endpoint, Context context) {
  const auto* const external_id = context.request.path_id<core::ExternalId>();
  if (external_id == nullptr || endpoint.route.may_create) return endpoint.answer(context);
  const auto artifact = context.app.artifacts.id_of(context.principal, *external_id);
  if (!artifact && artifact.error().code != core::ErrorCode::not_found) return artifact.error();
  // Where there is none, the ID is of no artifact, so what is wrong with the request itself is
  // found first, as with an ID in the path.
  context.artifact = artifact ? *artifact : core::ArtifactId();
  auto response = endpoint.answer(context);
  if (artifact || response || response.error().code != core::ErrorCode::not_found) return response;
  return artifact.error();
}

fcgi::Route bind(const Endpoint& endpoint, const core::Configuration& configuration,
                 app::UseCases& use_cases) {
  fcgi::Route route = endpoint.route;
  route.handler = [endpoint, &configuration, &use_cases](const fcgi::Request& request,
                                                         const core::Principal& principal) {
    return answer(endpoint, Context{configuration, use_cases, request, principal});
  };
  return route;
}

}  // namespace handlers
