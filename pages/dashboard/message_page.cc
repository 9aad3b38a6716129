#include "pages/dashboard/message_page.h"

#include "pages/dashboard/frame.h"
#include "pages/dashboard/sentence.h"

namespace pages::dashboard {
namespace {

using html::Html;

std::string_view title_for(int status) {
  switch (status) {
    case 403:
      return "Access denied";
    case 404:
      return "Page not found";
    case 503:
      return "Service unavailable";
    default:
      return status < 500 ? "Request failed" : "Something went wrong";
  }
}

}  // namespace

Html message_page(int status, std::string_view message) {
  const std::string_view title = title_for(status);
  return narrow_frame(title, html::format("<h1>{}</h1>\n"
                                          "<p>{}</p>\n"
                                          "<p><a href=\"/dashboard\">Go to dashboard</a></p>\n",
                                          title, sentence(message)));
}

}  // namespace pages::dashboard
