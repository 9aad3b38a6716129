// Durations, times and expiries.
#include "core/time.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto duration = core::Duration::parse(text))
    fuzz::require(duration->seconds() >= core::Duration::kMinimumSeconds &&
                      duration->seconds() <= core::Duration::kMaximumSeconds,
                  "a duration is in its range");
  if (const auto moment = core::Timestamp::parse(text)) {
    const auto again = core::Timestamp::parse(moment->rfc3339());
    fuzz::require(again && *again == *moment, "a time is read again");
  }
  if (const auto expiry = core::Expiry::parse(text))
    fuzz::require(!(expiry->duration() && expiry->moment()), "one of the two");
  return 0;
}
