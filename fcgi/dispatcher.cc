#include "fcgi/dispatcher.h"

#include <exception>

#include "fcgi/request_errors.h"

namespace fcgi {

Answer Dispatcher::answer(Request& request) {
  Answer answer = [&] {
    try {
      return answer_match(request, match_routes(table_.routes, request));
    } catch (...) {
      // No handler error, but a bug of this program.
      return Answer{Response::error(unexpected(request, std::current_exception())),
                    {},
                    std::nullopt,
                    std::nullopt};
    }
  }();
  answer.response.header("X-Request-Id", request.id());
  return answer;
}

Answer Dispatcher::answer_match(Request& request, const RouteMatch& found) {
  const bool answers_page = found.any != nullptr && !found.any->is_api();
  const bool is_unknown_page =
      found.any == nullptr && !status_from_nginx(request) && table_.wants_page(request);
  Answer answer = answers_page || is_page_path(request.path()) || is_unknown_page
                      ? pages_.answer(request, found)
                      : api_calls_.answer(request, found);
  if (found.chosen != nullptr && !status_from_nginx(request))
    answer.endpoint = static_cast<std::size_t>(found.chosen - table_.routes.data());
  return answer;
}

}  // namespace fcgi
