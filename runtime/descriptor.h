// Descriptor: a file descriptor that is closed with it. Moved from, it is none.
#pragma once

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace runtime {

class Descriptor {
 public:
  // Takes `number` over, which a system call has given; if that has failed, throws
  // std::system_error with errno and the call's name.
  Descriptor(int number, const char* call) : number_(number) {
    if (number_ < 0) throw std::system_error(errno, std::generic_category(), call);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace runtime
