// Finding: one thing that `artifact-admin check` has looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

struct Finding {
  // `warning`: the service works, but somebody should know. `wrong`: it does not, or not for long.
  enum class Verdict : std::uint8_t { good, warning, wrong };

  Verdict verdict;
  std::string subject;  // "database"
  std::string text;     // what is, and where that is not right, what would be
};

using Findings = std::vector<Finding>;

inline Finding good(std::string subject, std::string text) {
  return {Finding::Verdict::good, std::move(subject), std::move(text)};
}
inline Finding warning(std::string subject, std::string text) {
  return {Finding::Verdict::warning, std::move(subject), std::move(text)};
}
inline Finding wrong(std::string subject, std::string text) {
  return {Finding::Verdict::wrong, std::move(subject), std::move(text)};
}

}  // namespace cli
