// OutOfSpace: thrown when the database cannot write because its disk is full. The dispatcher
// responds with 503.
#pragma once

#include "core/error.h"

namespace core {

class OutOfSpace : public Unavailable {
 public:
  using Unavailable::Unavailable;
};

// The message for clients.
inline constexpr const char* kOutOfSpace =
    "the service is out of storage space; reading and deleting still work";

}  // namespace core
