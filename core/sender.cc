#include "core/sender.h"

#include <utility>

#include "core/png.h"
#include "core/security/cryptography.h"

namespace core {

Result<SenderLogo> read_sender_logo(std::string_view file) {
  constexpr std::size_t kDigestSize = 16;
  Result<Png> png = read_png(file);
  if (!png) return png.error();
  std::string digest = short_sha256(png->data, kDigestSize);
  return SenderLogo{std::move(png->data), std::move(digest)};
}

SenderChange without_known(SenderChange change, const SenderSettings& known) {
  if (change.is_allowed == known.is_allowed) change.is_allowed.reset();
  if (change.is_shown == known.is_shown) change.is_shown.reset();
  if (change.name &&
      (*change.name ? std::optional((*change.name)->text()) : std::nullopt) == known.name)
    change.name.reset();
  if (change.logo && (*change.logo ? (*change.logo)->digest : std::string()) == known.logo_digest)
    change.logo.reset();
  return change;
}

std::string in_words(const SenderChange& change) {
  std::string words;
  const auto add = [&](std::string_view part) {
    words.append(words.empty() ? "" : ", ").append(part);
  };
  if (change.is_allowed)
    add(*change.is_allowed ? "showing the sender allowed" : "showing the sender not allowed");
  if (change.is_shown) add(*change.is_shown ? "sender shown" : "sender not shown");
  if (change.name) add(*change.name ? "name of the sender set" : "name of the sender removed");
  if (change.logo) add(*change.logo ? "logo of the sender set" : "logo of the sender removed");
  return words;
}

}  // namespace core
