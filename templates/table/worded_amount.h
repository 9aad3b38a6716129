// Amounts as spreadsheets, banks and newspapers write them, with more than a sign around the
// digits:
// "$(1,250.00)", "$-" for zero, "USD 1,200.00", "1,200.00 CHF", "$1.2B", "35k". Their column is
// sorted as numbers, and its cells are shown as they were sent. The page's script reads the same
// (assets/table_values.js).
#pragma once

#include <string_view>

namespace templates {

// Whether these are around the digits of such an amount: "$(" and ")", or "$" and "B".
bool is_worded_amount(std::string_view before, std::string_view after);

// Whether a text is a currency and a dash, with which spreadsheets write zero.
bool is_zero_amount(std::string_view text);

}  // namespace templates
