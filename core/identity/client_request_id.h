// The ID that a client gives a request of its own, in X-Request-Id, so that its logs and the
// service's can be matched.
#pragma once

#include <string_view>

namespace core {

// Whether it is taken as it is: 1 to 128 letters, digits and -._~:/+=@, as IDs of tracing systems
// are. Not one of the service's own (req_…), which are used once, nor anything with a key or
// token in it, as it goes into the log.
bool is_client_request_id(std::string_view text);

}  // namespace core
