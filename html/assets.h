// Where pages find their stylesheet and scripts: names with a hash of the content, made by
// build_assets.mjs, so that browsers may keep them for good.
#pragma once

#include <string_view>

namespace html {

#include "html/asset_paths.inc"

}  // namespace html
