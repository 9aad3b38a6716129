// List cursors: the place at which the next page of a list begins, as a text for clients. It is
// signed together with the name of the list, so that only what the service has given out for this
// very list is taken back.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/identity/public_id.h"
#include "core/security/share_token.h"
#include "core/text/timestamp.h"

namespace core {

// A place in the order (moment, id).
struct ListPlace {
  Timestamp moment;
  Uuid id;
};
inline constexpr std::size_t kListPlaceBytes = 24;
std::string to_bytes(const ListPlace& place);
ListPlace list_place_in(std::string_view bytes);  // of that many

// `list` tells the list, its filters and its order apart from all others.
std::string write_list_cursor(std::string_view list, std::string_view place,
                              const SigningKeys& keys);

// The place, of `place_bytes` bytes; nothing for a text that was not made for this list.
std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            std::size_t place_bytes, const SigningKeys& keys);

}  // namespace core
