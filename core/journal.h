// The severity of a line on standard error, for systemd's journal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

enum class LogLevel : std::uint8_t;

// The text with the prefix of sd-daemon(3) in front of each line (<3>, <4> or <6>), by which the
// journal knows its severity (`journalctl -p warning`). Unchanged if standard error is not the
// journal, which systemd says in JOURNAL_STREAM: a file or a terminal would show the prefixes.
std::string for_journal(LogLevel level, std::string_view text);

}  // namespace core
