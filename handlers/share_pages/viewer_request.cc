#include "handlers/share_pages/viewer_request.h"

#include <algorithm>

#include "core/opener.h"
#include "core/share_link.h"
#include "handlers/page_response.h"

namespace handlers {
namespace {

std::string unlocked_cookie_name(const core::ShareId& link) {
  return "__Secure-unlocked-" + link.to_string();
}

std::string viewed_cookie_name(const core::ShareId& link) {
  return "__Secure-view-" + link.to_string();
}

std::string path(const app::ShareAddress& address) { return "/a/" + address.artifact.to_string(); }

std::string query(const app::ShareAddress& address) {
  const std::string token = "?token=" + address.token;
  const auto version =
      address.version ? core::VersionNumber::parse(*address.version) : std::nullopt;
  return version ? token + "&version=" + version->to_string() : token;
}

bool wants_history(const fcgi::Request& request) {
  return request.path().ends_with("/history") || request.query("history") == "1";
}

constexpr std::string_view kSameSite = "SameSite=Lax";
// Sent from frames on the site that embeds the page, and from there alone (CHIPS).
constexpr std::string_view kPartitioned = "SameSite=None; Partitioned";

std::string set_cookie(const app::ShareAddress& address, const std::string& name,
                       const std::string& value, std::string_view scope) {
  return name + '=' + value + "; Path=" + path(address) + "; Secure; HttpOnly; " +
         std::string(scope);
}

}  // namespace

app::ShareAddress share_address(const fcgi::Request& request) {
  app::ShareAddress address{id_in_path<core::ArtifactId>(request),
                            request.query("token").value_or(""), request.query("version")};
  const std::string_view uri = request.parameter("REQUEST_URI");
  std::string_view fields = uri.substr(std::min(uri.find('?') + 1, uri.size()));
  // What a redirection adds to the address as it was sent.
  if (fields.ends_with("&large=1")) fields.remove_suffix(std::string_view("&large=1").size());
  if (fields.substr(fields.rfind('&') + 1).starts_with("token="))
    address.token = core::without_punctuation(address.token);
  return address;
}

std::string page_path(const app::ShareAddress& address) { return path(address) + query(address); }

std::string history_path(const app::ShareAddress& address) {
  return path(address) + "/history?token=" + address.token;
}

std::string file_path(const app::ShareAddress& address) {
  return path(address) + "/file" + query(address);
}

std::string rows_path(const app::ShareAddress& address) {
  return path(address) + "/rows" + query(address);
}

std::string csv_path(const app::ShareAddress& address) {
  return rows_path(address) + "&format=csv";
}

std::string document_place(const core::Configuration& configuration,
                           const core::ArtifactId& artifact) {
  return configuration.content_base_url + "/a/" + artifact.to_string() + "/document";
}

std::string document_url(const core::Configuration& configuration, const app::ShareAddress& address,
                         const std::string& opened) {
  const std::string url = document_place(configuration, address.artifact) + "?opened=" + opened;
  const auto version =
      address.version ? core::VersionNumber::parse(*address.version) : std::nullopt;
  return version ? url + "&version=" + version->to_string() : url;
}

std::string form_path(const app::ShareAddress& address, templates::Form form) {
  return page_path(address) + "&format=" + std::string(templates::name_of(form));
}

std::string requested_path(const fcgi::Request& request, const app::ShareAddress& address) {
  if (wants_history(request)) return path(address) + "/history" + query(address);
  const auto form = templates::form_named(request.query("format").value_or(""));
  return form ? form_path(address, *form) : page_path(address);
}

std::string unlocking_path(const fcgi::Request& request, const app::ShareAddress& address) {
  return wants_history(request) ? page_path(address) + "&history=1"
                                : requested_path(request, address);
}

pages::LinkPreview link_preview(const Context& context, const app::ShareAddress& address,
                                core::Template content_template,
                                std::optional<core::VersionNumber> version) {
  const std::string& base = context.configuration.public_base_url;
  const std::string picture = base + path(address) + "/card.png" + query(address);
  const html::Message kind = templates::definition_of(content_template).noun;
  return {base + page_path(address), version ? picture + "&v=" + version->to_string() : picture,
          std::string(kind.in(wanted_language(context.request)))};
}

std::string_view CookieProofs::unlocked(const core::ShareId& link) const {
  return request_.cookie(unlocked_cookie_name(link));
}

std::string_view CookieProofs::viewed(const core::ShareId& link) const {
  return request_.cookie(viewed_cookie_name(link));
}

app::Viewer viewer(const fcgi::Request& request, const app::KeptProofs& proofs,
                   std::string_view password) {
  return {.client_address = request.client_address(),
          .opener = core::opener_of(request.parameter("HTTP_USER_AGENT")),
          .password = password,
          .proofs = proofs,
          .language = wanted_language(request)};
}

app::Viewer viewer(const fcgi::Request& request, const app::KeptProofs& proofs) {
  app::Viewer known = viewer(request, proofs, request.parameter("HTTP_X_SHARE_PASSWORD"));
  known.is_password_of_header = true;
  return known;
}

std::string unlocked_cookie(const app::ShareAddress& address, const app::Proof& proof) {
  return set_cookie(address, unlocked_cookie_name(proof.link), proof.value, kSameSite);
}

std::string viewed_cookie(const app::ShareAddress& address, const app::Proof& proof,
                          pages::Presentation presentation) {
  return set_cookie(address, viewed_cookie_name(proof.link), proof.value,
                    presentation == pages::Presentation::embedded ? kPartitioned : kSameSite);
}

}  // namespace handlers
