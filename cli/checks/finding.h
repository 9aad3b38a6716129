// Finding: a result of `artifact-admin check`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

struct Finding {
  // `warning`: the service works, but needs attention. `wrong`: it does not work, or will soon
  // fail.
  enum class Verdict : std::uint8_t { good, warning, wrong };

  Verdict verdict;
  std::string subject;  // "database"
  std::string text;     // the state, and how to correct it
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
