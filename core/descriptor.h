// Descriptor: owns a file descriptor, and closes it. Empty after it was moved from.
#pragma once

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace core {

class Descriptor {
 public:
  // Takes over the result of a system call. Empty if the call has failed.
  explicit Descriptor(int number) noexcept : number_(number) {}
  // The same, but if the call has failed, throws std::system_error with errno and the call's name.
  Descriptor(int number, const char* call) : number_(number) {
    if (!is_open()) throw std::system_error(errno, std::generic_category(), call);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (is_open()) close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  // Negative if empty.
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace core
