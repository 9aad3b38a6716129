#include "db/search/text_query.h"

#include <algorithm>
#include <span>

#include "core/encodings/encoding.h"
#include "core/text/words.h"

namespace db {
namespace {

// Of the random end of its id: all accounts of a day have the same beginning.
std::string mark_of(const core::AccountId& account) {
  constexpr std::size_t kMarkBytes = 4;
  return core::to_hexadecimal(std::span(account.uuid().bytes).last(kMarkBytes));
}

}  // namespace

std::string text_lexemes(const core::AccountId& account, std::string_view text) {
  const std::string mark = mark_of(account);
  std::string lexemes;
  for (const std::string_view word : core::words_to_index(text)) {
    if (!lexemes.empty()) lexemes += ' ';
    lexemes.append(mark).append(word);
  }
  return lexemes;
}

std::optional<std::string> text_query(const core::AccountId& account, std::string_view text) {
  const core::SoughtWords sought = core::words_to_find(text);
  if (sought.words.empty()) return std::nullopt;
  const std::string mark = mark_of(account);
  std::string query;
  // Words have no characters that would have to be escaped.
  for (const std::string_view word : sought.words)
    query.append(query.empty() ? "'" : " & '").append(mark).append(word).append("'");
  if (sought.last_is_beginning) query += ":*";
  return query;
}

}  // namespace db
