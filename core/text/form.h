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

// The fields, decoded. Errors (invalid_request) for a % without two digits behind it, text that is
// not UTF-8 when decoded, NUL, and a name that stands twice.
Result<FormFields> parse_form(std::string_view text);

// The text that such fields are sent as; those without a value are left out.
std::string write_form(std::initializer_list<std::pair<std::string_view, std::string_view>> fields);

}  // namespace core
