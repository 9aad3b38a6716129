// What the audit log says of the calls of programs.
#pragma once

#include "core/identity/audit.h"
#include "core/identity/caller.h"
#include "fcgi/request.h"

namespace handlers {

// That the caller's key did something, from where the request comes.
core::AuditNote audit_note(const fcgi::Request& request, const core::Caller& caller);

}  // namespace handlers
