// Every page and form of the dashboard, one file of its own each. routes.cc says where they are
// found.
#pragma once

#include "core/result.h"
#include "core/secret_token.h"
#include "core/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> show_sign_in(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_in(Services& services, const fcgi::Request& request,
                                     const core::SecretToken& visitor);
core::Result<fcgi::Response> show_set_password(Services& services, const fcgi::Request& request,
                                               const core::SecretToken& visitor);
core::Result<fcgi::Response> set_password(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor);
core::Result<fcgi::Response> sign_out(Services& services, const fcgi::Request& request,
                                      const core::Session& session);
core::Result<fcgi::Response> home(Services& services, const fcgi::Request& request,
                                  const core::Session& session);

}  // namespace handlers::dashboard
