#include "handlers/api/audit_note.h"

#include "core/clock.h"
#include "handlers/api/artifact_fields.h"

namespace handlers {

core::AuditNote audit_note(const fcgi::Request& request, const core::Caller& caller) {
  return {core::EventId::generate(core::now()),
          {.user = std::nullopt,
           .key = caller.key,
           .name = caller.key_name,
           .client_address = std::string(request.client_address())}};
}

}  // namespace handlers
