// Cursor: reads the bytes of a file from front to back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/cpu_limit.h"

namespace templates {

class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  // The next bytes; fewer if the file ends before.
  std::string_view take(std::size_t size) {
    core::CpuLimit::check();
    if (size > rest_.size()) is_cut_off_ = true;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  // A number of so many bytes, with the highest first or last.
  std::uint32_t big_endian(std::size_t size) {
    std::uint32_t number = 0;
    for (const char byte : take(size)) number = number << 8U | static_cast<unsigned char>(byte);
    return number;
  }
  std::uint32_t little_endian(std::size_t size) {
    std::uint32_t number = 0;
    const std::string_view bytes = take(size);
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
      number = number << 8U | static_cast<unsigned char>(*byte);
    return number;
  }

  std::string_view rest() const { return rest_; }
  bool is_at_end() const { return rest_.empty(); }
  // Whether the file ended before something that was to be taken.
  bool is_cut_off() const { return is_cut_off_; }

 private:
  std::string_view rest_;
  bool is_cut_off_ = false;
};

}  // namespace templates
