#include "handlers/mcp/tools/link_arguments.h"

namespace handlers::mcp {
namespace {

bool is_active(const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  return link.url && !state.has_ended && !state.revoked_at && !state.disabled;
}

}  // namespace

std::string link_schema(std::string_view more_properties) {
  constexpr std::string_view kProperties =
      R"({"type":"object","properties":{"url":{"type":["string","null"],"description":"null if the address no longer works and cannot be made again."},"expiresAt":{"type":"string","description":"When it stops working; absent if it never does."},"expiresBecause":{"type":"string","description":"artifact: the artifact expires before the link would; change_link with expiresIn and extendArtifact makes both last longer."},"isActive":{"type":"boolean"},"hasPassword":{"type":"boolean"},"allowDownload":{"type":"boolean"},"maxViews":{"type":"integer"},"viewCount":{"type":"integer"},"lastViewedAt":{"type":"string"},"revokedAt":{"type":"string"},)";
  return std::string(kProperties)
      .append(more_properties)
      .append(R"(},"required":["url","isActive","hasPassword","allowDownload","viewCount"]})");
}

void write_link_members(core::JsonWriter& json, const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  json.member("url", link.url);
  if (state.link.expires_at) json.member("expiresAt", state.link.expires_at->rfc3339());
  if (state.link.ends_by_artifact) json.member("expiresBecause", "artifact");
  json.member("isActive", is_active(link));
  json.member("hasPassword", state.has_password);
  json.member("allowDownload", state.allow_download);
  if (state.max_views) json.member("maxViews", *state.max_views);
  json.member("viewCount", state.view_count);
  if (state.last_viewed_at) json.member("lastViewedAt", state.last_viewed_at->rfc3339());
  if (state.revoked_at) json.member("revokedAt", state.revoked_at->rfc3339());
}

std::string describe(const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  std::string text = link.url.value_or("(no address)");
  if (state.revoked_at) {
    text += ", revoked";
  } else if (!is_active(link)) {
    text += ", ended";
  } else if (!state.link.expires_at) {
    text += ", never expires";
  } else {
    text += ", expires " + state.link.expires_at->rfc3339();
    if (state.link.ends_by_artifact)
      text +=
          " with its artifact (change_link with expiresIn and extendArtifact makes both last "
          "longer)";
  }
  if (state.has_password) text += ", with a password";
  text += ", opened " + std::to_string(state.view_count);
  if (state.max_views) text += " of " + std::to_string(*state.max_views);
  return text + " times";
}

}  // namespace handlers::mcp
