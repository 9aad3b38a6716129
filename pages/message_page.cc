#include "pages/message_page.h"

#include <string_view>

#include "pages/layout.h"

namespace pages {
namespace {

struct Words {
  std::string_view title;
  std::string_view text;
};

Words words_for(Message message) {
  switch (message) {
    case Message::not_found:
      return {"Page not found",
              "There is nothing at this address. Perhaps a part of the link was lost on its way: "
              "please check that it is complete."};
    case Message::gone:
      return {
          "This link has ended",
          "What was here is no longer shared. Whoever sent you the link can send you a new one."};
    case Message::disabled:
      return {"This link is disabled",
              "The operator of this service has disabled it, so what was here is no longer shown. "
              "Be careful with whatever you were asked for here."};
    case Message::too_many_attempts:
      return {"Too many attempts", "Please wait a while and try again."};
    case Message::too_many_requests:
      return {"Too many requests",
              "More was asked for from your network than is served at once. Please try again in a "
              "minute."};
    case Message::forbidden:
      return {"This document cannot be downloaded",
              "Whoever sent you the link has shared it to be read, not to be saved. You can read "
              "it at the link itself."};
    case Message::foreign_form:
      return {"That form came from another site",
              "Please open the link itself and fill in what it asks for there."};
    case Message::method_not_allowed:
      return {"That is not possible here", "This address can only be opened, not written to."};
    case Message::bad_request:
      return {"That request was not understood",
              "Please open the link again just as it was sent to you."};
    case Message::payload_too_large:
      return {"That is too much", "What was sent to this address is larger than it takes."};
    case Message::unavailable:
      return {
          "Back in a moment",
          "The service is too busy, or cannot be reached right now. Please try again in a minute."};
    case Message::cannot_be_laid_out:
      return {"This document cannot be shown",
              "It is too large or too complex to be made into a PDF. Whoever sent you the link can "
              "send you a simpler one."};
    case Message::internal_error:
      return {"Something went wrong",
              "The mistake is ours, and it has been noted. Please try again in a minute."};
  }
  return {};
}

}  // namespace

Html message_page(Message message, Presentation presentation) {
  const Words words = words_for(message);
  Html main = html(
      "<section class=\"message\">\n"
      "<h1>{}</h1>\n"
      "<p>{}</p>\n"
      "</section>\n",
      words.title, words.text);
  return lay_out({words.title, {}, std::move(main), "notice", presentation});
}

}  // namespace pages
