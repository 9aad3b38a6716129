// Answer: the body of a response of the API, to read values from.
#pragma once

#include <string>
#include <string_view>

#include "core/json/json_tree.h"

namespace client {

class Answer {
 public:
  // Throws Failure if it is not JSON, as of something that is not the service.
  explicit Answer(std::string body);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  Answer(Answer&&) = delete;
  Answer& operator=(Answer&&) = delete;
  ~Answer() = default;

  const std::string& text() const { return body_; }
  core::JsonValue root() const { return tree_.root(); }
  // Of a member of the answer. Throws Failure if there is no such string.
  std::string string(std::string_view name) const;

 private:
  static core::JsonTree parse(const std::string& body);

  std::string body_;
  core::JsonTree tree_;
};

// Of any object in an answer: the text of a string, number or truth value; empty if the member is
// absent or null.
std::string member_text(core::JsonValue object, std::string_view name);

// "2026-01-22 12:00 UTC" of the API's timestamps.
std::string readable_time(const std::string& timestamp);

// On standard error, what the service wants to be known of an accepted request.
void print_warnings(const Answer& answer);

}  // namespace client
