// Who opens a share link, as far as the request tells: a person with a browser, a program, or a
// previewer.
#pragma once

#include <cstdint>
#include <string_view>

namespace core {

// Previewers are programs that open every link they see, without anybody asking them to: link
// previews in chat applications, scanners of mail, search engines.
enum class Opener : std::uint8_t { person, program, previewer };

// By the User-Agent. Every browser says "Mozilla/"; programs that say so too are known by other
// parts of it. One that pretends to be a browser is taken for a person.
Opener opener_of(std::string_view user_agent);

}  // namespace core
