#include "core/artifact/artifact_list.h"

#include <algorithm>

#include "core/artifact/list_cursor.h"
#include "core/encodings/encoding.h"

namespace core {
namespace {

// Eight bytes of the time, sixteen of the id, eight of the offset.
constexpr std::size_t kPlaceBytes = 32;

std::string_view order_name(ListOrder order) {
  switch (order) {
    case ListOrder::newest_first:
      return "newest";
    case ListOrder::oldest_first:
      return "oldest";
    case ListOrder::last_updated_first:
      return "last updated first";
    case ListOrder::last_updated_last:
      return "last updated last";
  }
  return {};
}

// Terminated by its length, so that it cannot run into what follows.
void append_text(std::string& list, std::string_view text) {
  list.append(text).append("\n").append(std::to_string(text.size())).append("\n");
}

void append_time(std::string& list, std::string_view name, const std::optional<Timestamp>& time) {
  if (time) list.append(name).append(std::to_string(time->unix_milliseconds())).append("\n");
}

std::string list_of(const ListFilter& filter) {
  std::string text(filter.content_template ? to_string(*filter.content_template) : "");
  text += '\n';
  text += filter.status ? to_string(*filter.status) : "";
  text += '\n';
  text.append(order_name(filter.order)).append("\n");
  if (!filter.title_part.empty()) append_text(text, filter.title_part);
  if (!filter.text.empty()) {
    text += "text\n";
    append_text(text, filter.text);
  }
  for (const auto& [key, value] : filter.metadata) {
    text += "metadata\n";
    append_text(text, key);
    append_text(text, value);
  }
  append_time(text, "created after ", filter.created.after);
  append_time(text, "created before ", filter.created.before);
  append_time(text, "updated after ", filter.updated.after);
  append_time(text, "updated before ", filter.updated.before);
  if (filter.external_id) {
    text += "external id\n";
    append_text(text, filter.external_id->text());
  }
  return text;
}

}  // namespace

bool is_by_update(ListOrder order) {
  return order == ListOrder::last_updated_first || order == ListOrder::last_updated_last;
}

bool is_descending(ListOrder order) {
  return order == ListOrder::newest_first || order == ListOrder::last_updated_first;
}

bool ListFilter::is_search() const {
  return !title_part.empty() || !text.empty() || !metadata.empty() || !created.is_open() ||
         !updated.is_open() || external_id;
}

bool ListFilter::is_empty() const { return !content_template && !status && !is_search(); }

ListCursor cursor_after(const Artifact& artifact, ListOrder order, std::int64_t offset) {
  return {is_by_update(order) ? artifact.updated_at : artifact.created_at, artifact.id, offset};
}

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys) {
  std::string place = to_big_endian(cursor.time.unix_milliseconds());
  const auto& uuid = cursor.id.uuid().bytes;
  place.append(uuid.begin(), uuid.end());
  place += to_big_endian(cursor.offset);
  return write_list_cursor(list_of(filter), place, keys);
}

Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(filter), kPlaceBytes, keys);
  if (!bytes) {
    return Error{ErrorCode::invalid_cursor,
                 "cursor must be a nextCursor of the same list, with the same filters and sort"};
  }
  const std::string_view place(*bytes);
  Uuid uuid;
  std::copy_n(place.begin() + 8, uuid.bytes.size(), uuid.bytes.begin());
  return ListCursor{Timestamp::from_unix_milliseconds(from_big_endian(place.substr(0, 8))),
                    ArtifactId(uuid), from_big_endian(place.substr(24, 8))};
}

}  // namespace core
