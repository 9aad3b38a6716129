#include "handlers/dashboard/form_problem.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "pages/dashboard/sentence.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;

// Where the form's name differs from the API's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kLabels{{
    {"expiresIn", "expiry"},
    {"maximumExpiry", "maximum expiry"},
    {"maxViews", "view limit"},
    {"remoteImages", "images from other sites"},
    {"accountName", "account name"},
}};

// Of a JSON Pointer the first name: the artifact has "content", but no form has a part of it.
std::string_view label_of(std::string_view field) {
  if (field.starts_with('/')) field = field.substr(1, field.find('/', 1) - 1);
  for (const auto& [name, label] : kLabels)
    if (name == field) return label;
  return field;
}

std::string one_problem(const core::Error& error) {
  if (error.field.empty()) return pages::dashboard::sentence(error.message);
  return pages::dashboard::sentence(std::string(label_of(error.field)) + ' ' + error.message);
}

constexpr std::size_t kMostProblems = 5;

}  // namespace

std::string form_problem(const core::Error& error) {
  std::string text = one_problem(error);
  const std::size_t shown = std::min(error.others.size(), kMostProblems - 1);
  for (std::size_t i = 0; i < shown; ++i) text += ' ' + one_problem(error.others[i]);
  return text;
}

bool is_shown_in_form(const core::Error& error) {
  const int status = core::http_status(error.code);
  return (status < 500 || error.code == ErrorCode::unavailable) &&
         error.code != ErrorCode::not_found && error.code != ErrorCode::forbidden &&
         error.code != ErrorCode::gone;
}

core::Error page_problem(const core::Error& error) {
  return error.code == ErrorCode::forbidden || error.code == ErrorCode::not_found ? not_found()
                                                                                  : error;
}

core::Error not_found() {
  return {ErrorCode::not_found, "this page does not exist or was removed"};
}

}  // namespace handlers::dashboard
