// List cursors: the position where the next page of a list begins, as text for clients. It is
// signed together with the name of the list, so that only cursors issued for this list are
// accepted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/identity/public_id.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

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

}  // namespace core
