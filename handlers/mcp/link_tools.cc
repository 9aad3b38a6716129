// list_links

#include <algorithm>
#include <array>
#include <utility>

#include "app/share_link_input.h"
#include "app/share_links.h"
#include "core/fields.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {
namespace {

constexpr std::size_t kLongestLinksCursor = 1024;

constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 3> kStatuses{{
    {"active", core::ShareLinkStatus::active},
    {"expired", core::ShareLinkStatus::ended},
    {"revoked", core::ShareLinkStatus::revoked},
}};

core::Result<app::ShareLinkLists::Query> read_links_query(core::FieldReader& arguments) {
  app::ShareLinkLists::Query query;
  query.cursor = arguments.text("cursor", kLongestLinksCursor, core::FieldReader::Lines::one);
  if (const auto name =
          arguments.text("status", kLongestLinksCursor, core::FieldReader::Lines::one)) {
    const auto* const known = std::find_if(kStatuses.begin(), kStatuses.end(),
                                           [&](const auto& one) { return one.first == *name; });
    if (known == kStatuses.end()) {
      arguments.fail(core::ErrorCode::invalid_request, "status",
                     "must be one of active, expired, revoked");
    } else {
      query.status = known->second;
    }
  }
  if (auto problem = arguments.problem()) return *std::move(problem);
  return query;
}

// The links of one artifact, or of all.
core::Result<app::AccountShareLinkList> read_links(const Call& call,
                                                   const core::FieldReader& arguments,
                                                   const app::ShareLinkLists::Query& query) {
  app::ShareLinkLists& lists = call.app.share_link_lists;
  if (!arguments.is_given("artifact")) return lists.list(call.principal, query);
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  auto list = lists.list(call.principal, reference->artifact, query);
  if (!list) return list.error();
  app::AccountShareLinkList links;
  links.next_cursor = std::move(list->next_cursor);
  for (core::ListedShareLink& link : list->links) links.links.push_back({std::move(link)});
  return links;
}

core::Result<ToolAnswer> list_links(Call& call, core::FieldReader& arguments) {
  const auto query = read_links_query(arguments);
  if (!query) return query.error();
  const auto list = read_links(call, arguments, *query);
  if (!list) return list.error();

  const bool is_of_account = !arguments.is_given("artifact");
  core::JsonWriter json;
  std::string text = !list->links.empty()             ? "Links, newest first:"
                     : is_of_account || query->status ? "There is no such link."
                                                      : "There is no link to it; share makes one.";
  json.begin_object();
  json.key("links").begin_array();
  for (const app::AccountShareLink& link : list->links) {
    json.begin_object();
    write_link_members(json, link);
    text += "\n- " + describe(link);
    if (is_of_account) {
      const std::string artifact = link.state.link.artifact.to_string();
      json.member("artifact", artifact);
      json.member("title", link.display_title);
      text += ", to " + link.display_title.value_or("(no title)") + " (" + artifact + ')';
      if (link.artifact_status != core::ArtifactStatus::active)
        text += ", which is " + std::string(core::to_string(link.artifact_status));
    }
    json.end_object();
  }
  json.end_array();
  json.member("nextCursor", list->next_cursor);
  json.end_object();
  if (list->next_cursor)
    text += "\nThere are more: call list_links again with cursor \"" + *list->next_cursor + "\".";
  return ToolAnswer{std::move(text), json.text()};
}

constexpr std::array kListLinksArguments{
    Argument{
        "artifact",
        R"({"type":"string","description":"Only the links to this: its id (art_… or ext:externalId) or one of its links."})"},
    Argument{
        "status",
        R"({"type":"string","enum":["active","expired","revoked"],"description":"Default: all of them."})"},
    kCursor,
};

}  // namespace

const Tool& list_links_tool() {
  static const Tool kTool{
      .name = "list_links",
      .title = "List links",
      .description =
          "Lists the links to something that was shared, or to everything, newest first: the name "
          "of each, when it expires, whether it has a password, and how often it was opened.",
      .arguments = kListLinksArguments,
      .nature = {.is_read_only = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .call = list_links,
  };
  return kTool;
}

// change_link

namespace {

core::Result<ToolAnswer> change_link(Call& call, core::FieldReader& arguments) {
  const auto change = app::read_share_link_change(arguments);
  const auto reference = read_link(call, arguments);
  if (!reference) {
    std::optional<core::Error> found = reference.error();
    if (!change) core::add_problem(found, change.error());
    return *std::move(found);
  }
  if (!change) return change.error();
  const auto link =
      call.app.share_links.change(call.principal, reference->artifact, reference->link, *change);
  if (!link) return link.error();
  core::JsonWriter json;
  json.begin_object();
  write_link_members(json, *link);
  core::write_warnings(json, link->warnings);
  json.end_object();
  return ToolAnswer{"Changed: " + describe(*link) + warning_lines(link->warnings), json.text()};
}

constexpr std::array kChangeLinkArguments{
    kLink,
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the link works from now, such as 12h or 30d; no longer than its artifact, unless extendArtifact is true."})"},
    Argument{
        "extendArtifact",
        R"({"type":"boolean","description":"Whether the artifact is to last as long as the link."})"},
    Argument{
        "password",
        R"({"type":["string","null"],"description":"A new password. null removes it; do so only if the user asks for it."})"},
};

}  // namespace

const Tool& change_link_tool() {
  static const std::vector<Argument> kArguments =
      together({kChangeLinkArguments, link_arguments(LinkUse::change)});
  static const Tool kTool{
      .name = "change_link",
      .title = "Change a link",
      .description =
          "Changes the options of a link, whose URL stays the same. What you leave out stays.",
      .arguments = kArguments,
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .scopes_for_extension = {core::Scope::artifacts_write},
      .adds = true,
      .call = change_link,
  };
  return kTool;
}

// revoke_link

namespace {

core::Result<ToolAnswer> revoke_link(Call& call, core::FieldReader& arguments) {
  const auto reference = read_link(call, arguments);
  if (!reference) return reference.error();
  const auto revoked_at =
      call.app.share_links.revoke(call.principal, reference->artifact, reference->link);
  if (!revoked_at) return revoked_at.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", reference->artifact.to_string());
  json.member("revokedAt", revoked_at->rfc3339());
  json.end_object();
  return ToolAnswer{"Revoked. The link no longer works; the content and its other links stay.",
                    json.text()};
}

constexpr std::array kRevokeLinkArguments{kLink};

}  // namespace

const Tool& revoke_link_tool() {
  static const Tool kTool{
      .name = "revoke_link",
      .title = "Revoke a link",
      .description =
          "Ends one link for good, so that nobody can open it. The content and its other links "
          "stay, and share can make a new link.",
      .arguments = kRevokeLinkArguments,
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .call = revoke_link,
  };
  return kTool;
}

}  // namespace handlers::mcp
