#include "app/sign_in/too_many_attempts.h"

#include <string>

namespace app {
namespace {

std::string text_of(std::chrono::seconds wait) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(wait).count();
  if (minutes > 90)
    return std::to_string(std::chrono::ceil<std::chrono::hours>(wait).count()) + " hours";
  if (wait < std::chrono::minutes(1)) return std::to_string(wait.count()) + " seconds";
  return minutes == 1 ? std::string("1 minute") : std::to_string(minutes) + " minutes";
}

}  // namespace

core::Error too_many_attempts(std::chrono::seconds wait) {
  return {
      core::ErrorCode::rate_limited, "too many attempts. Try again in " + text_of(wait), {}, wait};
}

}  // namespace app
