#include "handlers/binding.h"

#include "fcgi/request_log.h"

namespace handlers {

bool Binding::is_write(fcgi::Method method) {
  return method == fcgi::Method::post || method == fcgi::Method::put ||
         method == fcgi::Method::patch;
}

std::optional<core::Error> Binding::refuse_without_space(const fcgi::Request& request) const {
  if (use_cases_->request_admission.has_space()) return std::nullopt;
  fcgi::log_failure(request,
                    "the database is out of space; run `artifact-admin check` for details");
  return core::Error{core::ErrorCode::unavailable,
                     "the service is out of storage space; reading and deleting still work"};
}

core::Result<fcgi::Response> Binding::answer_api(const fcgi::Request& request,
                                                 const core::Caller& caller,
                                                 const EndpointCall& endpoint,
                                                 const EndpointCall& again,
                                                 NeedsSpace needs_space) const {
  if (needs_space == NeedsSpace::by_method && is_write(request.method()))
    if (auto refusal = refuse_without_space(request)) return *std::move(refusal);
  return use_cases_->request_admission.run(request.body().size(), caller.account, [&] {
    return request.method() == fcgi::Method::post
               ? with_idempotency(use_cases_->idempotency, request, caller, endpoint, again)
               : endpoint();
  });
}

}  // namespace handlers
