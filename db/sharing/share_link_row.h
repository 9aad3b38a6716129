// A share link as a row of a result, as its owner sees it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/remote_images.h"
#include "core/artifact/share_link.h"
#include "db/connection/postgres.h"

namespace db {

// `sql` with the columns of link_state_in() in place of {state}: those of a row of `share_links`
// that is named `link`, and of its artifact, that is named `artifact`. {unfolded} stands behind
// both for the views that are not yet in the link's row; without it, the state is that of the row
// alone.
std::string with_link_state(std::string_view sql);
// The index of the first column after these.
inline constexpr int kAfterLinkState = 17;

core::ShareLinkState link_state_in(const Row& row);

// The link's setting; a constraint allows only values that parse_remote_images() accepts.
std::optional<core::RemoteImages> remote_images_in(const Row& row, int column);

}  // namespace db
