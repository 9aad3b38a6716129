#include "handlers/mcp/tool.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace handlers::mcp {
namespace {

using core::ErrorCode;

// Where no argument of the tool is at fault.
constexpr std::string_view kTellTheUser =
    "Tell the user; only a person with the dashboard can do this.";

// Empty if the message suffices.
std::string_view advice_for(const core::Error& error) {
  switch (error.code) {
    case ErrorCode::invalid_request:
    case ErrorCode::invalid_json:
    case ErrorCode::invalid_template:
    case ErrorCode::invalid_content:
      return "Correct the arguments and call the tool again.";
    case ErrorCode::invalid_expires_in:
      return "Use a duration such as 12h, 7d or 30d.";
    case ErrorCode::invalid_cursor:
      return "Start again without a cursor.";
    case ErrorCode::too_many_to_sort:
      return "Give more conditions, or leave sort out.";
    case ErrorCode::template_immutable:
      return "Give the new content as the kind that the artifact has, or share it as something "
             "new.";
    case ErrorCode::forbidden:
      return "Do not try again. Tell the user that this connection is not allowed to do this.";
    case ErrorCode::account_disabled:
    case ErrorCode::artifact_disabled:
    case ErrorCode::disabled:
      return "Only the operator of the service can change this. Tell the user.";
    case ErrorCode::quota_exceeded:
      // What delete removes still counts for weeks.
      return "Tell the user; only a person can delete permanently, in the dashboard.";
    case ErrorCode::expiry_not_allowed:
      if (error.field.empty()) return kTellTheUser;
      return "Leave expiresIn out, or give a shorter one. Only a person with the dashboard can "
             "allow more.";
    case ErrorCode::password_required:
      if (error.field.empty()) return kTellTheUser;
      return "Give a password and tell the user what it is. Only a person with the dashboard can "
             "do without.";
    case ErrorCode::secret_detected:
      return "Take the secret out of the content, tell the user that it was there, and call the "
             "tool "
             "again.";
    case ErrorCode::not_found:
      return "Check the id, link or version. find looks for what was shared before, and history "
             "lists its versions.";
    case ErrorCode::artifact_deleted:
      return "restore brings it back within 30 days of its deletion.";
    case ErrorCode::artifact_expired:
      return "Call update with a new expiresIn; the links that it had then work again.";
    case ErrorCode::gone:
      return "Ask whoever sent the link for a new one.";
    case ErrorCode::version_conflict:
      return "Nothing was changed. Call read, see whether the change still fits what it returns "
             "now, and call the tool again with that version as baseVersion.";
    case ErrorCode::external_id_conflict:
      return "Call update with this artifact to change what exists.";
    case ErrorCode::version_erased:
      return "Its content is gone for good. history lists the others.";
    case ErrorCode::version_current:
    case ErrorCode::not_deleted:
      return "Nothing needs to be done.";
    case ErrorCode::unauthorized:
      return "Ask the user for the link's password and give it as password.";
    case ErrorCode::idempotency_conflict:
      return "What was called first with this key has taken effect: read what is there before you "
             "call again with another key.";
    case ErrorCode::rate_limited:
    case ErrorCode::unavailable:
    case ErrorCode::idempotency_in_progress:
      if (error.retry_after) return {};
      return "Wait a moment, then call the tool again with the same arguments.";
    default:
      return {};
  }
}

std::string with_stop(std::string text) {
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  return text;
}

}  // namespace

std::string tool_error(const core::Error& error) {
  std::string text = with_stop(error.sentence());
  for (const core::Error& other : error.others) text += '\n' + with_stop(other.sentence());
  if (!error.others.empty()) text += '\n';
  if (error.retry_after)
    text += " Try again in " + std::to_string(error.retry_after->count()) +
            " seconds, with the same arguments.";
  std::vector<std::string_view> given;
  const auto advise = [&](const core::Error& about) {
    const std::string_view advice = advice_for(about);
    if (advice.empty() || std::find(given.begin(), given.end(), advice) != given.end()) return;
    text.append(text.ends_with('\n') ? "" : " ").append(advice);
    given.push_back(advice);
  };
  advise(error);
  for (const core::Error& other : error.others) advise(other);
  return text;
}

std::span<const Tool* const> all_tools() {
  static const std::array kTools{
      &share_tool(),          &update_tool(),      &edit_tool(),           &append_tool(),
      &prepare_upload_tool(), &find_tool(),        &read_tool(),           &list_links_tool(),
      &change_link_tool(),    &revoke_link_tool(), &delete_tool(),         &restore_tool(),
      &history_tool(),        &diff_tool(),        &restore_version_tool()};
  return kTools;
}

}  // namespace handlers::mcp
