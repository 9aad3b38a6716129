// Unavailable: thrown when a part that the service depends on (the database) cannot be reached or
// does not answer in time. The dispatcher answers 503 with it.
#pragma once

#include <stdexcept>

namespace core {

class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace core
