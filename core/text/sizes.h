// Sizes as people write them: "10 MB". As in PostgreSQL's settings, 1 kB is 1024 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// The bytes of "10 MB", "10MB" or "10 MiB", in any case; nothing for any other text, also for a
// number without a unit.
std::optional<std::int64_t> parse_size(std::string_view text);

// "900 bytes", "10 MB", "8.3 GB": rounded.
std::string size_text(std::int64_t bytes);

// The same without rounding: "10 MB", and "10485761".
std::string exact_size_text(std::int64_t bytes);

}  // namespace core
