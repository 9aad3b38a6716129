#include "fcgi/page_requests.h"

#include <charconv>
#include <exception>
#include <string>

#include "fcgi/api_gate.h"
#include "fcgi/request_errors.h"

namespace fcgi {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::string_view kSharePrefix = "/a/";
constexpr std::string_view kDashboard = "/dashboard";
// Size limits of forms: the password prompt, and those of the dashboard.
constexpr std::size_t kMaximumPromptBytes = std::size_t{16} * 1024;
constexpr std::size_t kMaximumFormBytes = std::size_t{64} * 1024;

// Whether a request is for a share link, which is limited by network.
bool is_for_viewer(const Request& request) { return request.path().starts_with(kSharePrefix); }

bool may_have_file(const Request& request, const Route& route) {
  return route.takes_files && request.media_type() && request.media_type()->is_multipart();
}

// Lets a browser ask again, by itself, for a page that it was refused for a moment; a little later
// than a program may, as pages stay open. Not after a form, which would be lost.
void let_browser_ask_again(const Request& request, Response& response) {
  constexpr int kLongest = 60;
  constexpr int kLater = 2;
  const std::string_view text = response.header("Retry-After");
  int wait = kLongest + 1;
  std::from_chars(text.data(), text.data() + text.size(), wait);
  if (wait <= kLongest && request.method() == Method::get && response.is_html())
    response.header("Refresh", std::to_string(wait + kLater));
}

}  // namespace

bool is_page_path(std::string_view path) {
  return path.starts_with(kSharePrefix) ||
         (path.starts_with(kDashboard) &&
          (path.size() == kDashboard.size() || path[kDashboard.size()] == '/'));
}

std::size_t PageRequests::limit_of(const Request& request, const Route& route) const {
  if (may_have_file(request, route)) return body_limits_.files;
  const bool is_prompt = route.access == Access::anyone && !route.takes_text;
  return is_prompt ? kMaximumPromptBytes : kMaximumFormBytes;
}

// The form of a page. One with a file may be large, but never when it is decompressed.
std::optional<Error> PageRequests::read_form(Request& request, const Route& route) const {
  if (!takes_body(request.method())) return std::nullopt;
  const std::size_t limit = limit_of(request, route);
  if (route.takes_text) return request.read_body(limit);
  if (!may_have_file(request, route)) return request.read_form(limit);
  if (request.coding() != Request::Coding::none) {
    return Error{ErrorCode::unsupported_media_type, "this form must be sent uncompressed"};
  }
  return request.read_form_with_file(limit);
}

core::Result<Response> PageRequests::call_page(Request& request, const RouteMatch& match) {
  if (const auto status = status_from_nginx(request)) {
    const Route* const route = match.chosen;
    Response response = table_.page_error(
        request, refused_by_nginx(*status, route != nullptr ? limit_of(request, *route)
                                                            : body_limits_.largest()));
    response.set_status(*status);
    return response;
  }
  if (match.any == nullptr) return not_found();
  if (match.chosen == nullptr) return method_not_allowed(table_.routes, match);
  const Route& route = *match.chosen;
  if (route.is_for_users()) {
    return dashboard_gate_.pass_user(
        request, route,
        [this](std::string_view path) { return signed_in_page_at(table_.routes, path); },
        [&] { return read_form(request, route); });
  }
  if (auto problem = read_form(request, route)) return *std::move(problem);
  if (route.access == Access::visitor) return dashboard_gate_.pass_visitor(request, route);
  core::Result<Response> result = route.handler(request, {});
  // Pages of the dashboard are opened by one user.
  if (result) page_compression_.apply(request, *result);
  return result;
}

// Responses to calls that no limit counts, such as OPTIONS, say how many calls without a key are
// left.
void PageRequests::add_viewer_limit(const Request& request,
                                    const std::optional<core::RateLimit>& refused,
                                    Response& response) {
  const core::RateLimit limit = refused ? *refused
                                : is_for_viewer(request)
                                    ? rate_limiter_.finish_viewer()
                                    : rate_limiter_.peek(request.client_address());
  add_rate_limit(response, limit);
}

// If the database fails before a form with a file has been read, reads it, so that the page of the
// error can show it again.
void PageRequests::keep_form(Request& request, const RouteMatch& match,
                             const core::Result<Response>& result) const {
  if (result || result.error().code != ErrorCode::unavailable || match.chosen == nullptr ||
      !match.chosen->takes_files || !request.body().empty())
    return;
  // Without the form there is only the error.
  static_cast<void>(read_form(request, *match.chosen));
}

Answer PageRequests::answer(Request& request, const RouteMatch& match) {
  const bool is_limited_by_front = match.chosen != nullptr && match.chosen->is_limited_by_front;
  std::optional<core::RateLimit> refused;
  if (is_for_viewer(request) && !is_limited_by_front)
    refused = rate_limiter_.begin_viewer(request.client_address());
  core::Result<Response> result = [&] {
    try {
      if (refused) {
        metrics_.count(core::Counter::address_rate_limited);
        return core::Result<Response>(rate_limited(*refused));
      }
      return call_page(request, match);
    } catch (...) {
      return core::Result<Response>(unexpected(request, std::current_exception()));
    }
  }();
  keep_form(request, match, result);
  Answer answer{result ? *std::move(result) : table_.page_error(request, result.error()),
                match.any != nullptr ? match.any->pattern : std::string_view(), std::nullopt,
                std::nullopt};
  if (match.any != nullptr && match.chosen == nullptr)
    answer.response.header("Allow", allowed_methods(table_.routes, match));
  if (is_limited_by_front)
    add_rate_limit(answer.response, rate_limiter_.peek_viewer(request.client_address()));
  else if (match.any == nullptr || is_page_path(request.path()))
    add_viewer_limit(request, refused, answer.response);
  let_browser_ask_again(request, answer.response);
  return answer;
}

}  // namespace fcgi
