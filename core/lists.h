// Lists of artifacts, share links and audit events: filters, orders, pages, and the signed cursor
// that continues one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/artifact.h"
#include "core/audit.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/security/signing_keys.h"
#include "core/time.h"

namespace core {

// A request for a page of a list of artifacts: filters, order and position.
//
// A cursor is the position after one artifact, in the order (createdAt, id), so paging by cursors
// returns everything that existed at the start exactly once, whatever is added meanwhile. In the
// other orders it returns everything that keeps its place meanwhile exactly once: what is updated,
// for example, moves to the end with the latest. Its text form also contains the filters and the
// order, and a signature, so that only cursors issued by the service are accepted.

// What an artifact has no value of, such as an expiry, comes last in both directions.
enum class SortedBy : std::uint8_t {
  created_at,
  updated_at,
  expires_at,
  title,
  active_links,
  view_count,
  last_viewed_at
};

struct ListOrder {
  SortedBy by = SortedBy::created_at;
  bool is_descending = true;

  static const ListOrder newest_first;
  static const ListOrder oldest_first;
  static const ListOrder last_updated_first;
  static const ListOrder last_updated_last;

  friend bool operator==(const ListOrder&, const ListOrder&) = default;
};
inline constexpr ListOrder ListOrder::newest_first{SortedBy::created_at, true};
inline constexpr ListOrder ListOrder::oldest_first{SortedBy::created_at, false};
inline constexpr ListOrder ListOrder::last_updated_first{SortedBy::updated_at, true};
inline constexpr ListOrder ListOrder::last_updated_last{SortedBy::updated_at, false};

// All of them by their names in requests.
inline constexpr std::array<std::pair<std::string_view, ListOrder>, 14> kListOrders{{
    {"createdAt", ListOrder::oldest_first},
    {"-createdAt", ListOrder::newest_first},
    {"updatedAt", ListOrder::last_updated_last},
    {"-updatedAt", ListOrder::last_updated_first},
    {"expiresAt", {SortedBy::expires_at, false}},
    {"-expiresAt", {SortedBy::expires_at, true}},
    {"title", {SortedBy::title, false}},
    {"-title", {SortedBy::title, true}},
    {"activeLinks", {SortedBy::active_links, false}},
    {"-activeLinks", {SortedBy::active_links, true}},
    {"viewCount", {SortedBy::view_count, false}},
    {"-viewCount", {SortedBy::view_count, true}},
    {"lastViewedAt", {SortedBy::last_viewed_at, false}},
    {"-lastViewedAt", {SortedBy::last_viewed_at, true}},
}};
std::string_view name_of(ListOrder order);

// Whether the list is sorted by the last update, and whether the latest is first.
bool is_by_update(ListOrder order);
bool is_descending(ListOrder order);

// Both bounds are exclusive.
struct TimeRange {
  std::optional<Timestamp> after = {};
  std::optional<Timestamp> before = {};

  bool is_open() const { return !after && !before; }
};

struct ListFilter {
  std::optional<Template> content_template = {};
  // Absent: active and expired.
  std::optional<ArtifactStatus> status = {};
  ListOrder order = ListOrder::newest_first;
  // Text whose words (core/text/words.h) must all be in the title, or else the first heading,
  // ignoring case; empty: any title, or none. A text without words is in no title.
  std::string title = {};
  // The same for the title, the description and the content together.
  std::string text = {};
  // Values by key. A string in the metadata is compared by its characters, any other value by its
  // JSON text.
  std::map<std::string, std::string> metadata = {};
  TimeRange created = {};
  TimeRange updated = {};
  // Exactly this one.
  std::optional<ExternalId> external_id = {};

  // Whether there are conditions other than template and status.
  bool is_search() const;
  // Whether there are no conditions at all.
  bool is_empty() const;
  // Whether no index has the matches in this order: all of them are found, and then sorted.
  bool is_sorted() const;
};

struct ListCursor {
  Timestamp time;  // of the creation, the last update or the expiry, depending on the order
  ArtifactId id;
  std::int64_t offset = 0;  // number of artifacts on the pages before
  // The value that sorted lists compare in place of the time. Lists by expiry have "never" for an
  // artifact without one, whose time is that of its creation.
  std::string value = {};
};

struct ListRequest {
  ListFilter filter;
  std::optional<ListCursor> after;  // with cursors: the page starts after this one
  std::int64_t offset = 0;          // without cursors
  int limit = 20;

  // The number of artifacts before the first of the page.
  std::int64_t passed() const { return after ? after->offset : offset; }
};

// The position after an artifact in the order of creation or update; `offset` counts the artifacts
// up to and including it.
ListCursor cursor_after(const Artifact& artifact, ListOrder order, std::int64_t offset);

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_cursor() has not written, or for another filter.
Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys);

// List cursors: the position where the next page of a list begins, as text for clients. It is
// signed together with the name of the list, so that only cursors issued for this list are
// accepted.

// A position in the order (time, id).
struct ListPlace {
  Timestamp moment;
  Uuid id;
};
inline constexpr std::size_t kListPlaceBytes = 24;
std::string to_bytes(const ListPlace& place);
ListPlace list_place_in(std::string_view bytes);  // of that many

// `list` identifies the list with its filters and order.
std::string write_list_cursor(std::string_view list, std::string_view place,
                              const SigningKeys& keys);

// The position, of `place_bytes` bytes, or of any number; nothing for a text that was not issued
// for this list.
std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            std::size_t place_bytes, const SigningKeys& keys);
std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            const SigningKeys& keys);

// A request for a page of the share links of an artifact or of an account, newest first. A cursor
// is the position after one link, so paging returns each link once, whatever is created meanwhile.

// `ended`: its time or its views are used up; a revoked link is only `revoked`.
enum class ShareLinkStatus { active, ended, revoked };

std::string_view to_string(ShareLinkStatus status);

struct ShareCursor {
  Timestamp created_at;
  ShareId id;
};

struct ShareListRequest {
  std::optional<ShareLinkStatus> status;  // absent: all
  std::optional<ShareCursor> after;
  int limit = 20;
};

// A request for a page of the share links of an account. By their creation, a page is found at any
// size of the list; by anything else, the list must not be too long.

enum class ShareLinkSort { created, name, artifact, views, last_viewed, ends };

struct AccountLinkFilter {
  std::optional<ShareLinkStatus> status = {};  // absent: all
  bool has_password = false;                   // only those with one
  // In the name of the link or the title of its artifact, ignoring case; empty: any.
  std::string text = {};

  bool is_empty() const { return !status && !has_password && text.empty(); }
};

struct AccountLinkRequest {
  AccountLinkFilter filter = {};
  ShareLinkSort sort = ShareLinkSort::created;
  bool is_descending = true;
  std::optional<ShareCursor> after = {};  // by creation: where the page begins
  std::int64_t passed = 0;                // by anything else: the number of links before it
  int limit = 20;
};

// A cursor is valid for the list and the status that it was issued for: `of` is the id of the
// artifact or the account whose links are listed.
std::string write_share_cursor(const ShareCursor& cursor, std::string_view of,
                               std::optional<ShareLinkStatus> status, const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_share_cursor() has not written, or for another list.
Result<ShareCursor> read_share_cursor(std::string_view text, std::string_view of,
                                      std::optional<ShareLinkStatus> status,
                                      const SigningKeys& keys);

// A request for a page of an account's audit log, newest first. A cursor is the position after one
// event, so paging returns each event once, whatever is recorded meanwhile.

struct AuditCursor {
  Timestamp created_at;
  EventId id;
};

// Absent: all.
struct AuditFilter {
  std::optional<AuditAction> action = {};
  std::optional<UserId> user = {};  // with the apps that the user connected
  std::optional<KeyId> key = {};
  std::optional<ArtifactId> artifact = {};  // with its links
  TimeRange recorded = {};
};

struct AuditListRequest {
  AuditFilter filter = {};
  std::optional<AuditCursor> after = {};
  int limit = 20;
};

std::string write_audit_cursor(const AuditCursor& cursor, const AuditFilter& filter,
                               const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_audit_cursor() has not written, or another filter.
Result<AuditCursor> read_audit_cursor(std::string_view text, const AuditFilter& filter,
                                      const SigningKeys& keys);

}  // namespace core
