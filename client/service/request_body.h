// RequestBody: what a request sends.
#pragma once

#include <string>

namespace client {

struct RequestBody {
  std::string media_type;
  std::string bytes;
};

}  // namespace client
