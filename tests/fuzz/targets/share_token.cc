// Tokens of share links: only what was signed is accepted, byte for byte.
#include "core/share_link.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto keys = core::SigningKeys::parse(
      "new bmV3IGtleSBmb3IgZnV6emluZyB3aXRoIDMyIGJ5dGVzIQ==\n"
      "old.1 b2xkIGtleSBmb3IgZnV6emluZyB3aXRoIDMyIGJ5dGVzIQ==\n");
  static const auto artifact = core::ArtifactId::generate({});
  static const auto link = core::ShareId::generate({});
  static const std::string token = core::sign_share_token(artifact, link, keys->all().back());
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  // libFuzzer learns the token itself from the comparisons here.
  fuzz::require(core::verify_share_token(input, artifact, *keys).has_value() == (input == token),
                "nobody can guess a signature");

  // The token with a piece replaced: where, how many bytes, and by what.
  fuzz::Input change(data, size);
  std::string changed = token;
  const std::size_t from = change.byte() % changed.size();
  changed.replace(from, change.byte() % (changed.size() - from + 1), change.rest());
  const auto read = core::verify_share_token(changed, artifact, *keys);
  fuzz::require(read.has_value() == (changed == token), "only the whole token is accepted");
  fuzz::require(!read || *read == link, "a token names its link");
  return 0;
}
