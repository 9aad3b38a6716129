// GET /dashboard
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> home(const fcgi::Request& /*request*/,
                                  const core::Session& /*session*/) {
  return redirect("/dashboard/artifacts");
}

}  // namespace handlers::dashboard
