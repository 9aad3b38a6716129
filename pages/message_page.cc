#include "pages/message_page.h"

#include <string_view>
#include <utility>

#include "pages/document.h"
#include "pages/message_page.html.h"
#include "pages/sender.h"

namespace pages {
namespace {

using html::Html;

struct Words {
  html::Message title;
  html::Message text;
};

Words words_for(Message message) {
  switch (message) {
    case Message::not_found:
      return {"Page not found",
              "This page does not exist. If you followed a link, check that you copied all of it."};
    case Message::gone:
      return {"This link is no longer available",
              "It has expired, was revoked or has reached its view limit."};
    case Message::version_erased:
      return {"This content was removed", "The version that this link shows was removed for good."};
    case Message::disabled:
      return {
          "This link is disabled",
          "The operator of this service has disabled it. Be careful with anything that you were "
          "asked to do or enter here."};
    case Message::too_many_requests:
      return {"Too many requests", "Your network sent too many requests. Try again in a minute."};
    case Message::forbidden:
      return {"Download not allowed",
              "The person who shared this document turned downloads off. You can still view it "
              "with the link."};
    case Message::foreign_form:
      return {"Form sent from another site",
              "Nothing was changed. Open the link itself, and send the form from there."};
    case Message::method_not_allowed:
      return {"Method not allowed", "This page can only be viewed. Open its link in a browser."};
    case Message::bad_request:
      return {"This link is incomplete or incorrect",
              "Open it again exactly as you received it. If that does not help, ask the person who "
              "sent it for a new one."};
    case Message::payload_too_large:
      return {"Request too large",
              "The data you sent is larger than this page accepts. Nothing was changed."};
    case Message::unavailable:
      return {"Service unavailable",
              "The service is busy or temporarily down. Try again in a minute."};
    case Message::being_prepared:
      return {"This document is being prepared",
              "That takes a few seconds. It opens by itself as soon as it is ready."};
    case Message::cannot_be_laid_out:
      return {"This document cannot be displayed",
              "It is too large or too complex to convert to PDF. Ask the person who shared it for "
              "a simpler version."};
    case Message::internal_error:
      break;
  }
  return {"Something went wrong",
          "This is an error on our side, and it was logged. Try again in a minute."};
}

}  // namespace

Html message_page(const core::Installation& installation, Message message,
                  Presentation presentation, html::Language language,
                  const std::optional<core::Sender>& sender) {
  const Words words = words_for(message);
  const std::string_view title = words.title.in(language);
  const bool has_ended = message == Message::gone || message == Message::version_erased;
  Html main = message_page_html::message(
      {.icon = has_ended ? message_page_html::clock() : Html(),
       .sender = sender_line(installation, sender, language),
       .title = title,
       .text = html::format(language, words.text),
       .request = has_ended ? message_page_html::request_for_link(
                                  {.request_for_new_link = request_for_new_link(sender, language)})
                            : Html()});
  return lay_out({installation, title, Html(), std::move(main), "notice", presentation, false,
                  language, sender.has_value()});
}

Html erased_version_page(const core::Installation& installation, std::string_view path,
                         Presentation presentation, html::Language language,
                         const std::optional<core::Sender>& sender) {
  const std::string_view title = html::Message("This version was removed").in(language);
  Html main = message_page_html::erased_version(
      {.sender = sender_line(installation, sender, language),
       .title = title,
       .text = html::format(language, "It was removed for good. The link shows another version."),
       .path = path,
       .link_text = html::format(language, "Show that version")});
  return lay_out({installation, title, Html(), std::move(main), "notice", presentation, false,
                  language, sender.has_value()});
}

}  // namespace pages
