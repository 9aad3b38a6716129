// The words of texts: what is indexed is found.
#include "core/text/words.h"

#include <algorithm>

#include "core/text/text.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string text(input.rest());
  if (!core::is_utf8(text)) return 0;
  const auto indexed = core::words_to_index(text);
  for (const std::string_view word : indexed) {
    fuzz::require(!word.empty() && word.size() <= core::kMaximumWordBytes, "a word has a size");
    fuzz::require(core::is_utf8(word), "a word has whole characters");
    fuzz::require(word.find_first_of(std::string_view(" '\\\0", 4)) == std::string_view::npos,
                  "a word needs no escaping");
  }
  for (const core::SoughtWord& word : core::words_to_find(text))
    fuzz::require(std::binary_search(indexed.begin(), indexed.end(), word.text),
                  "a text has its own words");
  return 0;
}
