// What a list of artifacts is asked for: filters, order, and where it goes on.
//
// A cursor is the place behind one artifact, in the order (createdAt, id), so a walk by cursors
// meets everything that was there when it began exactly once, whatever is added meanwhile. As text
// it also holds the filters and the order it was made for, and a signature, so that only what the
// service has given out is taken back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/artifact.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "core/text/timestamp.h"

namespace core {

enum class ListOrder { newest_first, oldest_first };

struct ListFilter {
  std::optional<Template> content_template;
  // Nothing: active and expired.
  std::optional<ArtifactStatus> status;
  ListOrder order = ListOrder::newest_first;
  // What the title is to have in it, in whatever case; empty: any title, or none.
  std::string title_part = {};
};

struct ListCursor {
  Timestamp created_at;
  ArtifactId id;
  std::int64_t offset = 0;  // how many artifacts the walk has passed
};

struct ListRequest {
  ListFilter filter;
  std::optional<ListCursor> after;  // a walk by cursors goes on behind this
  std::int64_t offset = 0;          // of a list that is not read by cursors
  int limit = 20;

  // How many artifacts come before the first of the page.
  std::int64_t passed() const { return after ? after->offset : offset; }
};

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_cursor() has not made, or for another filter.
Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys);

}  // namespace core
