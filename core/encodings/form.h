// application/x-www-form-urlencoded texts: query strings and the bodies of HTML forms (WHATWG URL,
// part 5), read strictly.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"

namespace core {

using FormFields = std::map<std::string, std::string, std::less<>>;

// The decoded fields. Errors (invalid_request): a % without two digits after it, text that is not
// UTF-8 when decoded, NUL, and a repeated name.
Result<FormFields> parse_form(std::string_view text);

// Encodes fields; those without a value are left out.
std::string write_form(std::initializer_list<std::pair<std::string_view, std::string_view>> fields);

}  // namespace core
