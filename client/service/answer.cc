#include "client/service/answer.h"

#include "client/failure.h"
#include "client/service/option_names.h"
#include "client/terminal/message.h"

namespace client {
namespace {

[[noreturn]] void fail() {
  throw Failure(ExitStatus::failure,
                "the response is not from an artifact sharing service: is the URL correct?");
}

}  // namespace

Answer::Answer(std::string body) : body_(std::move(body)), tree_(parse(body_)) {}

core::JsonTree Answer::parse(const std::string& body) {
  auto tree = core::JsonTree::parse(body);
  if (!tree) fail();
  return *std::move(tree);
}

std::string Answer::string(std::string_view name) const {
  const auto value = root().find(name);
  if (!value || !value->is(core::JsonType::string)) fail();
  return value->string();
}

std::string member_text(core::JsonValue object, std::string_view name) {
  const auto value = object.find(name);
  if (!value || value->is(core::JsonType::null)) return {};
  return value->is(core::JsonType::string) ? value->string() : std::string(value->text());
}

std::string readable_time(const std::string& timestamp) {
  constexpr std::size_t kDate = 10;
  constexpr std::size_t kMinutes = 16;
  if (timestamp.size() <= kMinutes || timestamp[kDate] != 'T') return timestamp;
  return timestamp.substr(0, kDate) + ' ' + timestamp.substr(kDate + 1, kMinutes - kDate - 1) +
         " UTC";
}

void print_warnings(const Answer& answer) {
  const auto warnings = answer.root().find("warnings");
  if (!warnings) return;
  for (const core::JsonValue warning : *warnings) {
    const std::string message =
        warning.is(core::JsonType::object) ? member_text(warning, "message") : warning.string();
    if (!message.empty()) print_message("warning: " + with_option_names(message));
  }
}

}  // namespace client
