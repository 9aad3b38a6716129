// RemoteImages: what pages do with the images of a document that are on other hosts.
#pragma once

#include <cstdint>

namespace core {

enum class RemoteImages : std::uint8_t {
  on,     // they are shown
  click,  // each is shown when its reader asks for it
  off     // they are not shown
};

}  // namespace core
