// GET and POST /dashboard/settings/members, and the forms of one member below it:
// POST /dashboard/settings/members/{user_id}/role and …/password-link,
// GET and POST /dashboard/settings/members/{user_id}/remove
#include "app/members.h"

#include "core/fields.h"
#include "handlers/binding.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/members_page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kMembersPath = "/dashboard/settings/members";

// The list of members, with the submitted values for a new one.
core::Result<fcgi::Response> members_page(int status, app::Members& members,
                                          const fcgi::Request& request,
                                          const core::Session& session, std::string_view problem) {
  const auto listed = members.list(actor(session, request));
  if (!listed) return listed.error();
  return page(status,
              pages::dashboard::members_page(
                  viewer(session),
                  {*listed, session.user, problem, request.form_field("email"),
                   core::parse_role(request.form_field("role")).value_or(core::Role::member)}));
}

// The error of a change, above the list; other errors have a page of their own.
core::Result<fcgi::Response> refused(const core::Error& error, app::Members& members,
                                     const fcgi::Request& request, const core::Session& session) {
  return form_refusal(error, [&](int status, std::string_view problem) {
    return members_page(status, members, request, session, problem);
  });
}

// A page instead of a redirect: the link is shown only in this response.
fcgi::Response link_page(const core::Session& session, const app::PasswordLink& link) {
  return page(200, pages::dashboard::password_link_page(viewer(session), link.email, link.url));
}

core::Result<fcgi::Response> removal_page(int status, app::Members& members,
                                          const fcgi::Request& request,
                                          const core::Session& session, std::string_view problem) {
  const auto member = members.find(actor(session, request), user_id(request));
  if (!member) return member.error();
  return page(status, pages::dashboard::remove_member_page(viewer(session), *member,
                                                           member->id == session.user, problem));
}

}  // namespace

core::Result<fcgi::Response> show_members(app::Members& members, const fcgi::Request& request,
                                          const core::Session& session) {
  return members_page(200, members, request, session, {});
}

core::Result<fcgi::Response> add_member(app::Members& members, const fcgi::Request& request,
                                        const core::Session& session) {
  core::FormFieldReader reader(request.form());
  const auto member = app::read_new_member(reader);
  if (!member) return refused(member.error(), members, request, session);
  const auto link = members.add(actor(session, request), *member);
  if (!link) return refused(link.error(), members, request, session);
  return link_page(session, *link);
}

core::Result<fcgi::Response> make_member_password_link(app::Members& members,
                                                       const fcgi::Request& request,
                                                       const core::Session& session) {
  const auto link = members.create_password_link(actor(session, request), user_id(request));
  if (!link) return refused(link.error(), members, request, session);
  return link_page(session, *link);
}

core::Result<fcgi::Response> change_member_role(app::Members& members, const fcgi::Request& request,
                                                const core::Session& session) {
  core::FormFieldReader reader(request.form());
  const auto role = reader.role("role");
  if (!role) return refused(*reader.error(), members, request, session);
  const core::UserId user = user_id(request);
  if (const auto problem = members.change_role(actor(session, request), user, *role))
    return refused(*problem, members, request, session);
  // Users who are no longer owners cannot see the members.
  const bool can_see = user != session.user || *role == core::Role::owner;
  return redirect(can_see ? std::string(kMembersPath) : std::string("/dashboard"));
}

core::Result<fcgi::Response> show_remove_member(app::Members& members, const fcgi::Request& request,
                                                const core::Session& session) {
  return removal_page(200, members, request, session, {});
}

core::Result<fcgi::Response> remove_member(app::Members& members, const fcgi::Request& request,
                                           const core::Session& session) {
  const auto problem = members.remove(actor(session, request), user_id(request));
  if (!problem) return redirect(std::string(kMembersPath));
  return form_refusal(*problem, [&](int status, std::string_view text) {
    return removal_page(status, members, request, session, text);
  });
}

}  // namespace handlers::dashboard
