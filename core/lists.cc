#include "core/lists.h"

#include <algorithm>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"

namespace core {
namespace {

// Eight bytes of the time, sixteen of the id, eight of the offset; the value follows them.
constexpr std::size_t kPlaceBytes = 32;

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
  text.append(name_of(filter.order)).append("\n");
  if (!filter.title.empty()) append_text(text, filter.title);
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

constexpr std::size_t kSignatureBytes = 12;

std::string signature(std::string_view list, std::string_view place, const SigningKey& key) {
  // With the size, so that no part of the list can become a part of the place.
  std::string text = "list cursor\n" + std::to_string(place.size()) + '\n';
  text += list;
  text += place;
  const Sha256 hash = hmac_sha256(key.secret, text);
  return {hash.begin(), hash.begin() + kSignatureBytes};
}

std::string list_of(std::string_view of, std::optional<ShareLinkStatus> status) {
  return "share links\n" + std::string(of) + '\n' + std::string(status ? to_string(*status) : "") +
         '\n';
}

std::string list_of(const AuditFilter& filter) {
  const auto time_of = [](const std::optional<Timestamp>& moment) {
    return moment ? moment->rfc3339() : std::string();
  };
  std::string list = "audit log\n";
  list += filter.action ? to_string(*filter.action) : "";
  for (const std::string& part :
       {filter.user ? filter.user->to_string() : "", filter.key ? filter.key->to_string() : "",
        filter.artifact ? filter.artifact->to_string() : "", time_of(filter.recorded.after),
        time_of(filter.recorded.before)})
    list.append("\n").append(part);
  return list += '\n';
}

}  // namespace

std::string_view name_of(ListOrder order) {
  for (const auto& [name, one] : kListOrders)
    if (one == order) return name;
  return {};
}

bool is_by_update(ListOrder order) { return order.by == SortedBy::updated_at; }

bool is_descending(ListOrder order) { return order.is_descending; }

bool ListFilter::is_search() const {
  return !title.empty() || !text.empty() || !metadata.empty() || !created.is_open() ||
         !updated.is_open() || external_id;
}

bool ListFilter::is_empty() const { return !content_template && !status && !is_search(); }

bool ListFilter::is_sorted() const {
  switch (order.by) {
    case SortedBy::created_at:
    case SortedBy::updated_at:
      return false;
    case SortedBy::expires_at:
      return is_search();
    case SortedBy::title:
    case SortedBy::active_links:
    case SortedBy::view_count:
    case SortedBy::last_viewed_at:
      break;
  }
  return true;
}

ListCursor cursor_after(const Artifact& artifact, ListOrder order, std::int64_t offset) {
  return {is_by_update(order) ? artifact.updated_at : artifact.created_at, artifact.id, offset};
}

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys) {
  std::string place = to_big_endian(cursor.time.unix_milliseconds());
  const auto& uuid = cursor.id.uuid().bytes;
  place.append(uuid.begin(), uuid.end());
  place += to_big_endian(cursor.offset);
  place += cursor.value;
  return write_list_cursor(list_of(filter), place, keys);
}

Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(filter), keys);
  if (!bytes || bytes->size() < kPlaceBytes) {
    return Error{ErrorCode::invalid_cursor,
                 "cursor must be a nextCursor of the same list, with the same filters and sort"};
  }
  const std::string_view place(*bytes);
  Uuid uuid;
  std::copy_n(place.begin() + 8, uuid.bytes.size(), uuid.bytes.begin());
  return ListCursor{Timestamp::from_unix_milliseconds(from_big_endian(place.substr(0, 8))),
                    ArtifactId(uuid), from_big_endian(place.substr(24, 8)),
                    std::string(place.substr(kPlaceBytes))};
}

std::string to_bytes(const ListPlace& place) {
  std::string bytes = to_big_endian(place.moment.unix_milliseconds());
  bytes.append(place.id.bytes.begin(), place.id.bytes.end());
  return bytes;
}

ListPlace list_place_in(std::string_view bytes) {
  constexpr std::size_t kMomentBytes = 8;
  ListPlace place;
  place.moment = Timestamp::from_unix_milliseconds(from_big_endian(bytes.substr(0, kMomentBytes)));
  std::copy_n(bytes.begin() + kMomentBytes, place.id.bytes.size(), place.id.bytes.begin());
  return place;
}

std::string write_list_cursor(std::string_view list, std::string_view place,
                              const SigningKeys& keys) {
  std::string bytes(place);
  bytes += signature(list, place, keys.current());
  return to_base64url(as_bytes(bytes));
}

std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            std::size_t place_bytes, const SigningKeys& keys) {
  auto place = read_list_cursor(text, list, keys);
  if (place && place->size() != place_bytes) place.reset();
  return place;
}

std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            const SigningKeys& keys) {
  const std::optional<std::string> bytes = from_base64url(text);
  if (!bytes || bytes->size() < kSignatureBytes) return std::nullopt;
  const std::size_t place_bytes = bytes->size() - kSignatureBytes;
  const std::string_view place = std::string_view(*bytes).substr(0, place_bytes);
  const auto given = as_bytes(std::string_view(*bytes).substr(place_bytes));
  const bool is_genuine =
      std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
        return equal_in_constant_time(given, as_bytes(signature(list, place, key)));
      });
  if (!is_genuine) return std::nullopt;
  return std::string(place);
}

std::string_view to_string(ShareLinkStatus status) {
  switch (status) {
    case ShareLinkStatus::active:
      return "active";
    case ShareLinkStatus::ended:
      return "ended";
    case ShareLinkStatus::revoked:
      return "revoked";
  }
  return {};
}

std::string write_share_cursor(const ShareCursor& cursor, std::string_view of,
                               std::optional<ShareLinkStatus> status, const SigningKeys& keys) {
  return write_list_cursor(list_of(of, status),
                           to_bytes(ListPlace{cursor.created_at, cursor.id.uuid()}), keys);
}

Result<ShareCursor> read_share_cursor(std::string_view text, std::string_view of,
                                      std::optional<ShareLinkStatus> status,
                                      const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(of, status), kListPlaceBytes, keys);
  if (!bytes) {
    return Error{
        ErrorCode::invalid_cursor,
        "cursor must be a nextCursor of the same list of share links, with the same status"};
  }
  const ListPlace place = list_place_in(*bytes);
  return ShareCursor{place.moment, ShareId(place.id)};
}

std::string write_audit_cursor(const AuditCursor& cursor, const AuditFilter& filter,
                               const SigningKeys& keys) {
  return write_list_cursor(list_of(filter),
                           to_bytes(ListPlace{cursor.created_at, cursor.id.uuid()}), keys);
}

Result<AuditCursor> read_audit_cursor(std::string_view text, const AuditFilter& filter,
                                      const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(filter), kListPlaceBytes, keys);
  if (!bytes) {
    return Error{ErrorCode::invalid_cursor,
                 "cursor must be a nextCursor of the audit log, with the same filters"};
  }
  const ListPlace place = list_place_in(*bytes);
  return AuditCursor{place.moment, EventId(place.id)};
}

}  // namespace core
