#include "hanging_name_servers.h"

#include <condition_variable>
#include <mutex>
#include <string_view>

#include <dlfcn.h>
#include <netdb.h>

namespace {

std::mutex mutex;
std::condition_variable changed;
bool is_hanging = false;
int waiting_count = 0;

}  // namespace

extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints,
                           addrinfo** result) {
  if (name != nullptr && std::string_view(name) == runtime::HangingNameServers::kName) {
    std::unique_lock lock(mutex);
    ++waiting_count;
    changed.notify_all();
    changed.wait(lock, [] { return !is_hanging; });
    --waiting_count;
    changed.notify_all();
    return EAI_AGAIN;
  }
  static const auto original =
      reinterpret_cast<decltype(&getaddrinfo)>(dlsym(RTLD_NEXT, "getaddrinfo"));
  return original(name, service, hints, result);
}

namespace runtime {

HangingNameServers::HangingNameServers() {
  const std::lock_guard lock(mutex);
  is_hanging = true;
}

HangingNameServers::~HangingNameServers() {
  std::unique_lock lock(mutex);
  is_hanging = false;
  changed.notify_all();
  changed.wait(lock, [] { return waiting_count == 0; });
}

bool HangingNameServers::is_asked(std::chrono::seconds patience) {
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, patience, [] { return waiting_count > 0; });
}

}  // namespace runtime
