// HangingNameServers: as long as it exists, nobody learns the address of one name.
//
// Takes the place of the C library's getaddrinfo() in the whole program, which for other names
// works as before. Thread-safe; one at a time.
#pragma once

#include <chrono>

namespace runtime {

class HangingNameServers {
 public:
  static constexpr const char* kName = "hangs.example";

  HangingNameServers();
  HangingNameServers(const HangingNameServers&) = delete;
  HangingNameServers& operator=(const HangingNameServers&) = delete;
  // Waits until all who asked have their answer, which is a failure.
  ~HangingNameServers();

  // Whether somebody has asked and waits; waits for that at most this long.
  static bool is_asked(std::chrono::seconds patience);
};

}  // namespace runtime
