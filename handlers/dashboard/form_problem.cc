#include "handlers/dashboard/form_problem.h"

#include <array>
#include <string_view>
#include <utility>

#include "pages/dashboard/sentence.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kLabels{{
    {"expiresIn", "expiry"},
    {"maximumExpiry", "maximum expiry"},
    {"maxViews", "view limit"},
    {"remoteImages", "images from other sites"},
    {"content", "content"},
    {"/title", "title"},
    {"/description", "description"},
    {"accountName", "account name"},
}};

std::string_view label_of(std::string_view field) {
  for (const auto& [name, label] : kLabels)
    if (name == field) return label;
  return field;
}

}  // namespace

std::string form_problem(const core::Error& error) {
  if (error.field.empty()) return pages::dashboard::sentence(error.message);
  return pages::dashboard::sentence(std::string(label_of(error.field)) + ' ' + error.message);
}

bool is_shown_in_form(const core::Error& error) {
  const int status = core::http_status(error.code);
  return status < 500 && error.code != ErrorCode::not_found && error.code != ErrorCode::forbidden &&
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
