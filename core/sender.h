// Sender: who shares, as an account's links may show it to their viewers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/account.h"

namespace core {

// The sender as viewers see it.
struct Sender {
  std::string name;
  std::string logo_digest = {};  // empty if there is no logo
};

// The decisions of an account's owners and of the operator.
struct SenderSettings {
  bool is_allowed = false;  // by the operator, for the name that is set
  bool is_shown = false;    // by links that do not say so themselves
  std::optional<std::string> name = {};
  std::string logo_digest = {};
};

using SenderName = OneLineText<60>;

struct SenderLogo {
  std::string png;  // as read_png() returns it
  std::string digest;
};

// A change; absent members stay as they are.
struct SenderChange {
  std::optional<bool> is_allowed = {};
  std::optional<bool> is_shown = {};
  // Present but empty: removed.
  std::optional<std::optional<SenderName>> name = {};
  std::optional<std::optional<SenderLogo>> logo = {};
};

// Errors: those of read_png().
Result<SenderLogo> read_sender_logo(std::string_view file);

// Without what is the same already.
SenderChange without_known(SenderChange change, const SenderSettings& known);

// For the audit log: "name set, logo removed"; empty if nothing is changed.
std::string in_words(const SenderChange& change);

}  // namespace core
