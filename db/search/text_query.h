// The lexemes of the index of texts (migration 0029), and queries of it.
//
// Each lexeme begins with a mark of its account, so that a search reads no entries of other
// accounts, also where it looks for the beginning of a word. Two accounts may have the same mark;
// whoever reads the index compares the account.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/public_id.h"

namespace db {

// The lexemes of a text, separated by spaces. The database lowers their case.
std::string text_lexemes(const core::AccountId& account, std::string_view text);

// A tsquery for all words of a text, of which the last may be a beginning. Nothing if it has no
// words.
std::optional<std::string> text_query(const core::AccountId& account, std::string_view text);

}  // namespace db
