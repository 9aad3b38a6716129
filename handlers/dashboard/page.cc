#include "handlers/dashboard/page.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <qrencode.h>

#include "handlers/dashboard/page.html.h"
#include "handlers/page_response.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

// Nothing is loaded from other hosts and the pages cannot be framed. Browsers send Origin with
// forms, which identifies forms of other sites.
fcgi::Response with_headers(fcgi::Response response) {
  add_private_headers(response,
                      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                      "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
                      "form-action 'self'; frame-ancestors 'none'",
                      "same-origin");
  return response;
}

std::string_view title_of_error(int status) {
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

fcgi::Response page(int status, html::Html html) {
  return with_headers(fcgi::Response::html(status, std::move(html).str()));
}

fcgi::Response file(const std::string& media_type, const std::string& name,
                    const std::string& data) {
  fcgi::Response response = with_headers(fcgi::Response::plain(200, media_type, data));
  response.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
  return response;
}

fcgi::Response image(html::Html svg) {
  return with_headers(fcgi::Response::plain(200, "image/svg+xml", std::move(svg).str()));
}

fcgi::Response image(std::string png) {
  return with_headers(fcgi::Response::plain(200, "image/png", std::move(png)));
}

html::Html qr_code(const std::string& text, std::string_view label) {
  constexpr int kQuiet = 4;  // the quiet zone that the standard requires
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M), &QRcode_free);
  if (!code) {
    if (errno == ERANGE) return {};
    throw std::runtime_error("the QR code cannot be made");
  }
  // One path; each run of dark modules is a rectangle.
  std::string path;
  const auto width = static_cast<std::size_t>(code->width);
  const std::string_view modules(  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
      reinterpret_cast<const char*>(code->data), width * width);
  const auto is_dark = [&](int x, int y) {
    const auto column = static_cast<std::size_t>(x);
    return column < width && (modules[static_cast<std::size_t>(y) * width + column] & 1) != 0;
  };
  for (int y = 0; y < code->width; ++y) {
    for (int x = 0; x < code->width; ++x) {
      int length = 0;
      while (is_dark(x + length, y)) ++length;
      if (length == 0) continue;
      path += 'M' + std::to_string(x + kQuiet) + ' ' + std::to_string(y + kQuiet) + 'h' +
              std::to_string(length) + "v1h-" + std::to_string(length) + 'z';
      x += length;
    }
  }
  const std::string side = std::to_string(code->width + 2 * kQuiet);
  return page_html::qr_code({.label = label, .side = side, .path = path});
}

fcgi::Response error_page(const core::Installation& installation, const core::Error& error) {
  const int status = core::http_status(error.code);
  const std::string_view title = title_of_error(status);
  fcgi::Response response =
      page(status,
           pages::narrow_frame(installation, title,
                               page_html::error({.title = title, .problem = form_problem(error)})));
  response.error_headers(error);
  return response;
}

fcgi::Response redirect(std::string path) {
  return with_headers(fcgi::Response::see_other(std::move(path)));
}

pages::SignedInUser signed_in_user(const Context& context) {
  const core::Principal& principal = context.principal;
  return {context.configuration.installation,
          principal.name,
          principal.account_name,
          core::form_token(principal.browser()),
          principal.is_owner(),
          principal.account_disabled ? std::string_view(*principal.account_disabled)
                                     : std::string_view()};
}

fcgi::Response framed_page(const Context& context, int status, std::string_view title,
                           pages::Section section, const html::Html& main, const html::Html& head) {
  return page(status, pages::frame(title, section, signed_in_user(context), main, head));
}

fcgi::Response settings_page(const Context& context, int status, pages::SettingsPage settings,
                             const html::Html& content) {
  return page(status, pages::settings_frame(signed_in_user(context), settings, content));
}

fcgi::Response narrow_page(const Context& context, int status, std::string_view title,
                           const html::Html& main, const html::Html& head) {
  return page(status, pages::narrow_frame(context.configuration.installation, title, main, head));
}

html::Html form_token_field(const Context& context) {
  return pages::form_token_field(core::form_token(context.principal.browser()));
}

namespace {

using core::ErrorCode;

// Fields whose name in the form differs from the API's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kLabels{{
    {"expiresIn", "expiry"},
    {"linkExpiresIn", "expiry of the link"},
    {"maximumExpiry", "maximum expiry"},
    {"accountName", "account name"},
}};

// The first name of a JSON Pointer: the artifact has "content", but no form has a part of it.
std::string_view label_of(std::string_view field) {
  if (field.starts_with('/')) field = field.substr(1, field.find('/', 1) - 1);
  for (const auto& [name, label] : kLabels)
    if (name == field) return label;
  // The label of a checkbox is a sentence.
  core::for_each_link_field([&]<typename Value>(const core::LinkField<Value>& of_link) {
    if (of_link.name == field && !std::is_same_v<Value, bool>) field = of_link.label;
  });
  return field;
}

constexpr std::size_t kMostProblems = 5;

}  // namespace

std::string sentence(std::string_view message) {
  std::string text(message);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  return text;
}

std::string one_problem(const core::Error& error) {
  if (error.field.empty()) return sentence(error.message);
  return sentence(std::string(label_of(error.field)) + ' ' + error.message);
}

std::string form_problem(const core::Error& error) {
  std::string text = one_problem(error);
  const std::size_t shown = std::min(error.others.size(), kMostProblems - 1);
  for (std::size_t i = 0; i < shown; ++i) text += ' ' + one_problem(error.others[i]);
  return text;
}

bool is_shown_in_form(const core::Error& error) {
  const int status = core::http_status(error.code);
  return (status < 500 || error.code == ErrorCode::unavailable) &&
         error.code != ErrorCode::not_found && error.code != ErrorCode::forbidden &&
         error.code != ErrorCode::gone;
}

core::Error page_problem(const core::Error& error) {
  return error.code == ErrorCode::forbidden || error.code == ErrorCode::not_found ? not_found()
                                                                                  : error;
}

core::Error not_found() {
  return {ErrorCode::not_found, "this page does not exist or was removed"};
}

namespace {

struct Text {
  Notice notice;
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Text, 20> kTexts{{
    {Notice::created, "created", "Artifact saved."},
    {Notice::edited, "edited", "Changes saved."},
    {Notice::content_edited, "content-edited", "Changes saved. Share links show them now."},
    {Notice::deleted, "deleted", "Artifact deleted."},
    {Notice::deleted_permanently, "deleted-permanently", "Artifact permanently deleted."},
    {Notice::restored, "restored", "Artifact restored."},
    {Notice::version_restored, "version-restored",
     "The earlier version is the current one now. What it replaced is in the history."},
    {Notice::version_erased, "version-erased", "Version erased."},
    {Notice::version_erased_has_copies, "version-erased-has-copies",
     "Version erased. Other versions have the same content."},
    {Notice::link_created, "link-created", "Share link created."},
    {Notice::link_created_shorter, "link-created-shorter",
     "Share link created. It ends with the artifact, which expires before the time you chose."},
    {Notice::link_with_short_password_created, "link-with-short-password-created",
     "Share link created. Its password has fewer than 8 characters and is soon guessed; consider "
     "another one of several unrelated words."},
    {Notice::link_changed, "link-changed", "Share link changed."},
    {Notice::link_changed_shorter, "link-changed-shorter",
     "Share link changed. It ends with the artifact, which expires before the time you chose."},
    {Notice::link_with_short_password_changed, "link-with-short-password-changed",
     "Share link changed. Its password has fewer than 8 characters and is soon guessed; consider "
     "another one of several unrelated words."},
    {Notice::link_revoked, "link-revoked", "Share link revoked. It no longer works."},
    {Notice::links_revoked, "links-revoked", "Share links revoked. They no longer work."},
    {Notice::links_extended, "links-extended", "Share links extended."},
    {Notice::app_disconnected, "app-disconnected", "App disconnected. It no longer has access."},
    // The same for an address that is in use, whose account is unchanged.
    {Notice::signed_up, "signed-up",
     "If this email address was not in use yet, your account is ready and you can sign in. "
     "Existing accounts are unchanged."},
}};

}  // namespace

std::string with_notice(std::string path, Notice notice) {
  const auto* found = std::find_if(kTexts.begin(), kTexts.end(),
                                   [&](const Text& text) { return text.notice == notice; });
  const std::string_view mark = path.find('?') == std::string::npos ? "?" : "&";
  return path.append(mark).append("done=").append(found->name);
}

std::string_view notice_of(const fcgi::Request& request) {
  const std::string name = request.query("done").value_or("");
  const auto* found = std::find_if(kTexts.begin(), kTexts.end(),
                                   [&](const Text& text) { return text.name == name; });
  return found == kTexts.end() ? std::string_view() : found->text;
}

}  // namespace handlers::dashboard
