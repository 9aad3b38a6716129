// GET /a/{artifact_id}/state?token=…, which pages of a share link that are open ask for again and
// again: which version there is by now. Always JSON, as a script reads it.
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/security/cryptography.h"
#include "core/text/json_writer.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "handlers/request.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {
namespace {

std::string state_json(const app::LinkState& state) {
  core::JsonWriter json;
  json.begin_object();
  json.member("version", state.version.value());
  json.member("updatedAt", state.updated_at.rfc3339());
  if (state.expires_at) json.member("expiresAt", state.expires_at->rfc3339());
  json.member("live", core::word_of(state.live));
  json.member("usesView", state.uses_view);
  json.end_object();
  return json.text();
}

// Makes the tag of all that the response says, as no counter covers the link and its artifact.
std::string state_tag(std::string_view json) {
  constexpr std::size_t kBytes = 8;
  return '"' + core::short_sha256(json, kBytes) + '"';
}

core::Result<fcgi::Response> share_state(const Context& context) {
  const app::ShareAddress asked = share_address(context.request);
  const app::ShareAddress address{asked.artifact, asked.token};
  const CookieProofs proofs(context.request);
  const auto state = context.app.share_views.state(address, viewer(context.request, proofs));
  if (!state) return state.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*state))
    return password_prompt(context, address, *refusal);
  std::string json = state_json(std::get<app::LinkState>(*state));
  std::string tag = state_tag(json);
  const auto known = if_none_match(context.request);
  fcgi::Response response = known && known->match_weakly(tag)
                                ? fcgi::Response::plain(304, {}, {})
                                : fcgi::Response::json(200, std::move(json));
  response.header("ETag", std::move(tag));
  add_file_headers(context.configuration, response);
  return response;
}

}  // namespace

std::vector<Endpoint> share_state_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/a/{artifact_id}/state",
            .access = Access::anyone,
            .is_limited_by_front = true},
           share_state}};
}

}  // namespace handlers
