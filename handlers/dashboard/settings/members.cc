// GET and POST /dashboard/settings/members, and the forms of one member below it:
// POST /dashboard/settings/members/{user_id}/role and …/password-link,
// GET and POST /dashboard/settings/members/{user_id}/remove
#include "app/members.h"

#include <algorithm>
#include <string>

#include "core/account.h"
#include "core/fields.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/members.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

Html last_sign_in(const core::Member& member) {
  if (member.last_signed_in_at) return html::readable_date(*member.last_signed_in_at);
  return member.has_password ? Html("Never") : Html("No password set");
}

// Button labels include the member's name, for screen readers.
Html role_form(const core::Member& member, const Html& form_token) {
  const bool is_owner = member.role == core::Role::owner;
  return members_html::role_form({.id = member.id.to_string(),
                                  .form_token = form_token,
                                  .role = is_owner ? "member" : "owner",
                                  .action = is_owner ? "Make member:" : "Make owner:",
                                  .email = member.email,
                                  .label = is_owner ? "Make member" : "Make owner"});
}

Html password_form(const core::Member& member, const Html& form_token) {
  return members_html::password_form(
      {.id = member.id.to_string(), .form_token = form_token, .email = member.email});
}

Html removal_link(const core::Member& member) {
  return members_html::removal_link({.id = member.id.to_string(), .email = member.email});
}

Html member_actions(const core::Member& member, bool is_only_owner, const Html& form_token) {
  if (is_only_owner) {
    return members_html::actions_of_only_owner(
        {.password_form = password_form(member, form_token)});
  }
  return members_html::actions({.role_form = role_form(member, form_token),
                                .password_form = password_form(member, form_token),
                                .removal_link = removal_link(member)});
}

bool has_one_owner(const std::vector<core::Member>& members) {
  return std::count_if(members.begin(), members.end(), [](const core::Member& member) {
           return member.role == core::Role::owner;
         }) == 1;
}

Html member_row(const core::Member& member, bool is_viewer, bool is_only_owner,
                const Html& form_token) {
  return members_html::member_row({.email = member.email,
                                   .you = is_viewer ? members_html::you() : Html(),
                                   .role = member.role == core::Role::owner ? "Owner" : "Member",
                                   .last_sign_in = last_sign_in(member),
                                   .two_factor = member.has_second_factor ? "On" : "Off",
                                   .actions = member_actions(member, is_only_owner, form_token)});
}

constexpr std::string_view kMembersPath = "/dashboard/settings/members";

// The list of members, with the submitted values for a new one. `problem` is why the last action
// failed; it may be empty.
core::Result<fcgi::Response> members_page(const Context& context, int status,
                                          std::string_view problem) {
  const auto listed = context.app.members.list(context.principal);
  if (!listed) return listed.error();
  const bool has_one = has_one_owner(*listed);
  Html rows;
  for (const core::Member& member : *listed) {
    const bool is_only_owner = has_one && member.role == core::Role::owner;
    rows += member_row(member, member.id == context.principal.user, is_only_owner,
                       form_token_field(context));
  }
  const std::string_view email = context.request.form_field("email");
  const core::Role role =
      core::parse_role(context.request.form_field("role")).value_or(core::Role::member);
  const bool was_typed = !email.empty();
  return settings_page(
      context, status, pages::SettingsPage::members,
      members_html::member_list(
          {.problem = pages::problem_note(problem),
           .members = rows,
           .form_token = form_token_field(context),
           .email = email,
           .focus = was_typed ? Html(" autofocus aria-describedby=\"problem\"") : Html(),
           .member = pages::choice(core::to_string(core::Role::member), "Member",
                                   role == core::Role::member),
           .owner = pages::choice(core::to_string(core::Role::owner), "Owner",
                                  role == core::Role::owner)}));
}

// The error of a change, above the list; other errors have a page of their own.
core::Result<fcgi::Response> refused(const Context& context, const core::Error& error) {
  return form_refusal(error, [&](int status, std::string_view problem) {
    return members_page(context, status, problem);
  });
}

// A page instead of a redirect: the link is shown only in this response.
fcgi::Response link_page(const Context& context, const app::PasswordLink& link) {
  return settings_page(context, 200, pages::SettingsPage::members,
                       members_html::password_link({.email = link.email, .url = link.url}));
}

// Asks for confirmation of the removal.
core::Result<fcgi::Response> removal_page(const Context& context, int status,
                                          std::string_view problem) {
  const auto member =
      context.app.members.find(context.principal, id_in_path<core::UserId>(context.request));
  if (!member) return member.error();
  const bool is_viewer = member->id == context.principal.user;
  return settings_page(context, status, pages::SettingsPage::members,
                       members_html::removal({.whom = is_viewer ? "yourself" : member->email,
                                              .problem = pages::problem_note(problem),
                                              .they_are = is_viewer ? "You are" : "They are",
                                              .they = is_viewer ? "you" : "they",
                                              .id = member->id.to_string(),
                                              .form_token = form_token_field(context)}));
}

core::Result<fcgi::Response> show_members(const Context& context) {
  return members_page(context, 200, {});
}

core::Result<fcgi::Response> add_member(const Context& context) {
  core::FieldReader reader(context.request.form());
  const auto member = app::read_new_member(reader);
  if (!member) return refused(context, member.error());
  const auto link = context.app.members.add(context.principal, *member);
  if (!link) return refused(context, link.error());
  return link_page(context, *link);
}

core::Result<fcgi::Response> make_member_password_link(const Context& context) {
  const auto link = context.app.members.create_password_link(
      context.principal, id_in_path<core::UserId>(context.request));
  if (!link) return refused(context, link.error());
  return link_page(context, *link);
}

core::Result<fcgi::Response> change_member_role(const Context& context) {
  core::FieldReader reader(context.request.form());
  const auto role = reader.role("role");
  if (!role) return refused(context, *reader.error());
  const core::UserId user = id_in_path<core::UserId>(context.request);
  if (const auto problem = context.app.members.change_role(context.principal, user, *role))
    return refused(context, *problem);
  // Users who are no longer owners cannot see the members.
  const bool can_see = user != context.principal.user || *role == core::Role::owner;
  return redirect(can_see ? std::string(kMembersPath) : std::string("/dashboard"));
}

core::Result<fcgi::Response> show_remove_member(const Context& context) {
  return removal_page(context, 200, {});
}

core::Result<fcgi::Response> remove_member(const Context& context) {
  const auto problem =
      context.app.members.remove(context.principal, id_in_path<core::UserId>(context.request));
  if (!problem) return redirect(std::string(kMembersPath));
  return form_refusal(*problem, [&](int status, std::string_view text) {
    return removal_page(context, status, text);
  });
}

}  // namespace

std::vector<Endpoint> member_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/members", .access = Access::owner},
       show_members},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/members",
        .access = Access::owner,
        .adds = true},
       add_member},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/members/{user_id}/password-link",
        .access = Access::owner},
       make_member_password_link},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/members/{user_id}/role",
        .access = Access::owner},
       change_member_role},
      {{.method = Method::get,
        .pattern = "/dashboard/settings/members/{user_id}/remove",
        .access = Access::owner},
       show_remove_member},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/members/{user_id}/remove",
        .access = Access::owner},
       remove_member}};
}

}  // namespace handlers::dashboard
