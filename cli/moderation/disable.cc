// artifact-admin disable and artifact-admin enable
#include <cstdio>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/moderation/subject.h"
#include "core/clock.h"
#include "db/accounts/disabling.h"

namespace cli {
namespace {

db::DisabledSubject subject_of(const Arguments& arguments, const core::SigningKeys& keys) {
  const std::string text = subject_text(arguments);
  const Subject subject = parse_subject(text, keys);
  // Disabling the whole artifact would be more than was asked for.
  if (std::holds_alternative<core::ArtifactId>(subject) && !core::ArtifactId::parse(text)) {
    throw std::runtime_error(
        "the token in this URL is not signed by a key of this service; specify the ID of the share "
        "link or artifact");
  }
  return std::visit(
      [](const auto& what) -> db::DisabledSubject {
        if constexpr (std::is_constructible_v<db::DisabledSubject, decltype(what)>) {
          return what;
        } else {
          throw WrongUsage("only accounts, artifacts and share links can be disabled");
        }
      },
      subject);
}

std::string text_of(const db::DisabledSubject& subject) {
  return std::visit([](const auto& id) { return id.to_string(); }, subject);
}

}  // namespace

void disable(const Arguments& arguments) {
  const std::string text = arguments.required("--reason");
  const auto reason = core::DisablingReason::parse(text);
  if (!reason)
    throw WrongUsage("--reason " + core::why_not_one_line(text, core::DisablingReason::kMaximum));
  Connections connections(arguments);
  const db::DisabledSubject subject = subject_of(arguments, connections.configuration.signing_keys);
  if (!db::disable(connections.postgres, subject, *reason, core::EventId::generate(core::now())))
    throw std::runtime_error(text_of(subject) + " does not exist");
  std::printf("disabled %s\n", text_of(subject).c_str());
}

void enable(const Arguments& arguments) {
  Connections connections(arguments);
  const db::DisabledSubject subject = subject_of(arguments, connections.configuration.signing_keys);
  if (!db::enable(connections.postgres, subject, core::EventId::generate(core::now())))
    throw std::runtime_error(text_of(subject) + " is not disabled or does not exist");
  std::printf("enabled %s\n", text_of(subject).c_str());
}

}  // namespace cli
