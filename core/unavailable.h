// Unavailable: thrown when a part that the service depends on (the database) cannot be reached or
// does not respond in time. The dispatcher responds with 503.
#pragma once

#include <stdexcept>

namespace core {

class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace core
