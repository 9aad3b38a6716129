// Lists of artifacts, share links and audit events: filters, orders, pages, and the signed cursor
// that continues one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

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
// order (updatedAt, id) it returns everything that is not updated meanwhile exactly once; what is
// updated moves to the end with the latest. Its text form also contains the filters and the order,
// and a signature, so that only cursors issued by the service are accepted.

enum class ListOrder { newest_first, oldest_first, last_updated_first, last_updated_last };

// Whether the list is sorted by the last update instead of the creation, and whether the latest is
// first.
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
};

struct ListCursor {
  Timestamp time;  // of the creation or the last update, depending on the order
  ArtifactId id;
  std::int64_t offset = 0;  // number of artifacts on the pages before
};

struct ListRequest {
  ListFilter filter;
  std::optional<ListCursor> after;  // with cursors: the page starts after this one
  std::int64_t offset = 0;          // without cursors
  int limit = 20;

  // The number of artifacts before the first of the page.
  std::int64_t passed() const { return after ? after->offset : offset; }
};

// The position after an artifact; `offset` counts the artifacts up to and including it.
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

// The position, of `place_bytes` bytes; nothing for a text that was not issued for this list.
std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            std::size_t place_bytes, const SigningKeys& keys);

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
