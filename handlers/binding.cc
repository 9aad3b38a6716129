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

}  // namespace handlers
