// The result of a form, shown on the page that the form redirects to.
#pragma once

#include <string>
#include <string_view>

#include "fcgi/request.h"

namespace handlers::dashboard {

enum class Notice {
  edited,
  deleted,
  deleted_permanently,
  restored,
  link_created,
  link_created_shorter,  // its artifact ends before
  link_with_short_password_created,
  link_changed,
  link_changed_shorter,
  link_revoked,
  app_disconnected,
  signed_up
};

// `path` with the query that makes its page show the notice.
std::string with_notice(std::string path, Notice notice);

// The notice for the request's page; empty if there is none.
std::string_view notice_of(const fcgi::Request& request);

}  // namespace handlers::dashboard
