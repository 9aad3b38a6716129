#include "core/text/expiry.h"

namespace core {

Error invalid_expiry(std::string_view field) {
  return {ErrorCode::invalid_expires_in,
          "must be a duration such as \"24h\" or \"7d\" (a whole number followed by s, m, h, d or "
          "w), a date and time such as \"2030-01-31T18:00:00Z\", or \"never\"; between 60 seconds "
          "and 3650 days from now",
          std::string(field)};
}

Result<Expiry> Expiry::parse(std::string_view text) {
  if (text == "never") return never();
  if (const auto duration = Duration::parse(text)) return after(*duration);
  if (const auto moment = Timestamp::parse(text)) return at(*moment);
  return invalid_expiry();
}

}  // namespace core
