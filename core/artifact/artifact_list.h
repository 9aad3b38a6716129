// A request for a page of a list of artifacts: filters, order and position.
//
// A cursor is the position after one artifact, in the order (createdAt, id), so paging by cursors
// returns everything that existed at the start exactly once, whatever is added meanwhile. In the
// order (updatedAt, id) it returns everything that is not updated meanwhile exactly once; what is
// updated moves to the end with the latest. Its text form also contains the filters and the order,
// and a signature, so that only cursors issued by the service are accepted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/artifact.h"
#include "core/artifact/external_id.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

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
  // Text that the title must contain, ignoring case; empty: any title, or none.
  std::string title_part = {};
  // Text that the title must contain, ignoring case, or whose words must all be in the title, the
  // description or the content; empty: any artifact.
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

}  // namespace core
