#include "pages/dashboard/settings/members_page.h"

#include <algorithm>
#include <string>

#include "html/readable.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

Html role_badge(core::Role role) {
  return role == core::Role::owner ? Html("<span class=\"badge good\">Owner</span>")
                                   : Html("<span class=\"badge\">Member</span>");
}

Html last_sign_in(const core::Member& member) {
  if (member.last_signed_in_at) return html::readable_date(*member.last_signed_in_at);
  return member.has_password ? Html("Never") : Html("No password set");
}

// Button labels include the member's name, for screen readers.
Html role_form(const core::Member& member, std::string_view form_token) {
  const bool is_owner = member.role == core::Role::owner;
  return html::format(
      "<form method=\"post\" action=\"/dashboard/settings/members/{}/role\">\n"
      "{}<input type=\"hidden\" name=\"role\" value=\"{}\">\n"
      "<button class=\"quiet\" aria-label=\"{} {}\">{}</button></form>\n",
      member.id.to_string(), form_token_field(form_token), is_owner ? "member" : "owner",
      is_owner ? "Make member:" : "Make owner:", member.email,
      is_owner ? "Make member" : "Make owner");
}

Html password_form(const core::Member& member, std::string_view form_token) {
  return html::format(
      "<form method=\"post\" action=\"/dashboard/settings/members/{}/password-link\">\n"
      "{}<button class=\"quiet\" aria-label=\"Reset password of {}\">Reset password</button>"
      "</form>\n",
      member.id.to_string(), form_token_field(form_token), member.email);
}

Html removal(const core::Member& member) {
  return html::format(
      "<a class=\"button quiet\" href=\"/dashboard/settings/members/{}/remove\" "
      "aria-label=\"Remove {}\">Remove</a>\n",
      member.id.to_string(), member.email);
}

Html actions(const core::Member& member, bool is_only_owner, std::string_view form_token) {
  if (is_only_owner) {
    return html::format(
        "<div class=\"row-actions\">\n{}</div>\n"
        "<span class=\"hint\">The only owner cannot be removed or made a member.</span>",
        password_form(member, form_token));
  }
  return html::format("<div class=\"row-actions\">\n{}{}{}</div>", role_form(member, form_token),
                      password_form(member, form_token), removal(member));
}

bool has_one_owner(const std::vector<core::Member>& members) {
  return std::count_if(members.begin(), members.end(), [](const core::Member& member) {
           return member.role == core::Role::owner;
         }) == 1;
}

Html row(const core::Member& member, const MembersPage& page, bool is_only_owner,
         std::string_view form_token) {
  return html::format(
      "<tr><th scope=\"row\"><span class=\"email\">{}</span>{}</th>"
      "<td data-label=\"Role\">{}</td><td data-label=\"Last sign-in\">{}</td>"
      "<td data-label=\"Two-factor\">{}</td><td>{}</td></tr>\n",
      member.email, member.id == page.viewer ? Html(" <span class=\"hint\">(you)</span>") : Html(),
      role_badge(member.role), last_sign_in(member),
      member.has_second_factor ? Html("<span class=\"badge good\">On</span>")
                               : Html("<span class=\"badge\">Off</span>"),
      actions(member, is_only_owner, form_token));
}

Html option(core::Role role, std::string_view name, core::Role chosen) {
  return html::format("<option value=\"{}\"{}>{}</option>\n", core::to_string(role),
                      role == chosen ? Html(" selected") : Html(), name);
}

}  // namespace

Html members_page(const Viewer& viewer, const MembersPage& page) {
  Html rows;
  const bool has_one = has_one_owner(page.members);
  for (const core::Member& member : page.members) {
    const bool is_only_owner = has_one && member.role == core::Role::owner;
    rows += row(member, page, is_only_owner, viewer.form_token);
  }
  const bool was_typed = !page.email.empty();
  return settings_frame(
      viewer, SettingsPage::members,
      html::format(
          "<h1>Members</h1>\n"
          "{}"
          "<div class=\"list-frame\">\n"
          "<table class=\"list members\">\n"
          "<thead><tr><th scope=\"col\">Email</th><th scope=\"col\">Role</th>"
          "<th scope=\"col\">Last sign-in</th><th scope=\"col\">Two-factor</th>"
          "<th scope=\"col\">Actions</th></tr></thead>\n"
          "<tbody>\n{}</tbody>\n"
          "</table>\n"
          "</div>\n"
          "<h2>Add a member</h2>\n"
          "<form method=\"post\" action=\"/dashboard/settings/members\" class=\"fields\">\n"
          "{}"
          "<label for=\"email\">Email</label>\n"
          "<input id=\"email\" name=\"email\" type=\"email\" maxlength=\"254\" required "
          "autocomplete=\"off\" value=\"{}\"{}>\n"
          "<label for=\"role\">Role</label>\n"
          "<select id=\"role\" name=\"role\" aria-describedby=\"roles\">\n{}{}</select>\n"
          "<p class=\"hint\" id=\"roles\">Members manage artifacts, share links and API keys. "
          "Owners also manage members and view the audit log.</p>\n"
          "<button>Add member</button>\n"
          "</form>\n",
          problem_note(page.problem), rows, form_token_field(viewer.form_token), page.email,
          was_typed ? Html(" autofocus aria-describedby=\"problem\"") : Html(),
          option(core::Role::member, "Member", page.role),
          option(core::Role::owner, "Owner", page.role)));
}

Html password_link_page(const Viewer& viewer, std::string_view email, std::string_view address) {
  return settings_frame(
      viewer, SettingsPage::members,
      html::format(
          "<h1>Password link for {}</h1>\n"
          "<p>Send this link over a private channel. Anyone who opens it can set the "
          "password.</p>\n"
          "<div class=\"to-copy\"><code>{}</code></div>\n"
          "<p class=\"hint\">The link is shown once, works once and expires in three days. "
          "Creating another one for this user invalidates it.</p>\n"
          "<p class=\"actions\"><a class=\"button\" href=\"/dashboard/settings/members\">"
          "Done</a></p>\n",
          email, address));
}

Html remove_member_page(const Viewer& viewer, const core::Member& member, bool is_viewer,
                        std::string_view problem_text) {
  return settings_frame(
      viewer, SettingsPage::members,
      html::format("<h1>Remove {}?</h1>\n"
                   "{}"
                   "<p>{} signed out everywhere immediately and can no longer sign in. "
                   "Artifacts, share links and API keys belong to the account and are kept. "
                   "Revoke any API keys that {} should no longer use.</p>\n"
                   "<div class=\"actions\">\n"
                   "<form method=\"post\" action=\"/dashboard/settings/members/{}/remove\">\n"
                   "{}<button class=\"danger\">Remove member</button></form>\n"
                   "<a class=\"button quiet\" href=\"/dashboard/settings/members\">Cancel</a>\n"
                   "</div>\n",
                   is_viewer ? "yourself" : member.email, problem_note(problem_text),
                   is_viewer ? "You are" : "They are", is_viewer ? "you" : "they",
                   member.id.to_string(), form_token_field(viewer.form_token)));
}

}  // namespace pages::dashboard
