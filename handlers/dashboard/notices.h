// What a page says was done just now, after the form that did it has led there.
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
  link_changed,
  link_revoked,
  signed_up
};

// `path` with what makes its page say so.
std::string with_notice(std::string path, Notice notice);

// What the request's page is to say; empty if nothing.
std::string_view notice_of(const fcgi::Request& request);

}  // namespace handlers::dashboard
