#include "handlers/public_document.h"

#include <utility>

namespace handlers {

fcgi::Response public_document(std::string_view type, std::string text) {
  fcgi::Response response = fcgi::Response::plain(200, type, std::move(text));
  response.header("Access-Control-Allow-Origin", "*");
  response.header("Cache-Control", "public, max-age=3600");
  return response;
}

}  // namespace handlers
