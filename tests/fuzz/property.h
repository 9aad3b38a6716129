// What the fuzz targets have in common: a property that fails ends the process, which libFuzzer
// reports with the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz {

inline void require(bool holds, std::string_view property) {
  if (holds) return;
  std::fprintf(stderr, "property failed: %.*s\n", static_cast<int>(property.size()),
               property.data());
  std::abort();
}

// Takes an input apart, for targets that need more than one text.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  // Up to the next NUL, which text of a header cannot contain.
  std::string text() {
    const std::size_t end = rest_.find('\0');
    std::string taken(rest_.substr(0, end));
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return taken;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace fuzz

// The function that libFuzzer calls with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
