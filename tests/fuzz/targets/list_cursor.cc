// Cursors of lists: only those that were issued for the same filter are accepted.
#include "core/lists.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto keys =
      core::SigningKeys::parse("key a2V5IGZvciBmdXp6aW5nIHdpdGggbW9yZSB0aGFuIDMyIGJ5dGVzIQ==\n");
  fuzz::Input input(data, size);
  core::ListFilter filter;
  filter.title = input.text();
  filter.text = input.text();
  filter.metadata[input.text()] = input.text();
  const std::string text(input.rest());
  fuzz::require(!core::read_cursor(text, filter, *keys), "nobody can guess a signature");

  const core::ListCursor cursor{core::Timestamp::from_unix_milliseconds(1'800'000'000'000),
                                core::ArtifactId::generate({}), 20, filter.title};
  const std::string written = core::write_cursor(cursor, filter, *keys);
  const auto read = core::read_cursor(written, filter, *keys);
  fuzz::require(read && read->time == cursor.time && read->id == cursor.id &&
                    read->offset == cursor.offset && read->value == cursor.value,
                "a cursor is read again");
  core::ListFilter other = filter;
  other.title += "x";
  fuzz::require(!core::read_cursor(written, other, *keys), "a cursor belongs to its filter");
  return 0;
}
