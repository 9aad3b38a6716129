// FileDescriptor: an open file or socket, closed with the object.
#pragma once

#include <utility>

#include <unistd.h>

namespace client {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&&) = delete;
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  // Negative if it could not be opened.
  int get() const { return number_; }

 private:
  int number_;
};

}  // namespace client
