#include "core/artifact/remote_images.h"

namespace core {

std::string_view to_string(RemoteImages images) {
  switch (images) {
    case RemoteImages::on:
      return "on";
    case RemoteImages::click:
      return "click";
    case RemoteImages::off:
      break;
  }
  return "off";
}

std::optional<RemoteImages> parse_remote_images(std::string_view name) {
  for (const RemoteImages images : {RemoteImages::on, RemoteImages::click, RemoteImages::off})
    if (to_string(images) == name) return images;
  return std::nullopt;
}

}  // namespace core
