// GET /a/{artifact_id}/card.png?token=…, the picture of a share link that link previews show.
// Always a picture, without a redirect, whatever the request accepts.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {
namespace {

struct Picture {
  std::string_view content_template;
  std::string_view png;
};

// The pictures of the kinds of artifacts, compiled in by the build (build_card_pictures.mjs), which
// are shown where a picture of the content may not be, or cannot be drawn in time.
constexpr std::array<Picture, core::kTemplates.size()> kKinds{{
#include "pages/card_pictures.inc"
}};

std::string_view picture_of_kind(core::Template content_template) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(),
                   [name = core::to_string(content_template)](const Picture& picture) {
                     return picture.content_template == name;
                   });
  return found == kKinds.end() ? kKinds.front().png : found->png;
}

fcgi::Response as_picture(std::string_view png, std::string_view cache_control) {
  fcgi::Response response = fcgi::Response::plain(200, "image/png", std::string(png));
  response.header(
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cache-Control", std::string(cache_control));
  response.header("X-Robots-Tag", "noindex");
  add_isolation_headers(response);
  return response;
}

// Chats keep for good what they may cache, so nothing that is there for now only.
std::string_view cache_control_of(app::OpenedCard::Shows shows) {
  using Shows = app::OpenedCard::Shows;
  if (shows == Shows::kind_for_now) return "no-store";
  return shows == Shows::content ? "private, max-age=3600" : "private, max-age=60";
}

core::Result<fcgi::Response> view_card(const Context& context) {
  const app::ShareAddress address = share_address(context.request);
  const CookieProofs proofs(context.request);
  const auto card = context.app.share_views.card(address, viewer(context.request, proofs));
  if (!card) return card.error();
  return as_picture(card->picture ? std::string_view(card->picture->data)
                                  : picture_of_kind(card->content_template),
                    cache_control_of(card->shows));
}

}  // namespace

std::vector<Endpoint> share_card_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/a/{artifact_id}/card.png", .access = Access::anyone},
       view_card}};
}

}  // namespace handlers
