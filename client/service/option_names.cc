#include "client/service/option_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/ascii.h"

namespace client {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

// Those that are no words of English, wherever they are in a message.
constexpr std::array<Name, 7> kNames{{
    {"expiresIn", "--expires"},
    {"maxViews", "--max-views"},
    {"allowDownload", "--allow-download"},
    {"externalId", "--external-id"},
    {"createdAfter", "--created-after"},
    {"createdBefore", "--created-before"},
    {"updatedAfter", "--updated-after"},
}};

// The others, only where a message begins with them.
constexpr std::array<Name, 9> kFirstNames{{
    {"title", "--title"},
    {"description", "--description"},
    {"password", "--password"},
    {"template", "--template"},
    {"metadata", "--metadata"},
    {"status", "--status"},
    {"q", "--search"},
    {"text", "--text"},
    {"limit", "--limit"},
}};

bool is_part_of_word(char c) { return core::is_letter_or_digit(c) || c == '_'; }

std::string_view word_at_start(std::string_view text) {
  const auto end =
      std::find_if(text.begin(), text.end(), [](char c) { return !is_part_of_word(c); });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

template <std::size_t count>
std::string_view option_for(const std::array<Name, count>& names, std::string_view word) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Name& name) { return name.first == word; });
  return found == names.end() ? word : found->second;
}

}  // namespace

std::string with_option_names(std::string_view message) {
  // The options of a link are fields of an object where its artifact is sent too.
  constexpr std::string_view kLink = "/share/";
  if (message.starts_with(kLink)) message.remove_prefix(kLink.size());
  const std::string_view first = word_at_start(message);
  std::string text(option_for(kFirstNames, option_for(kNames, first)));
  message.remove_prefix(first.size());
  while (!message.empty()) {
    const char before = message.front();
    text += before;
    message.remove_prefix(1);
    const std::string_view word = word_at_start(message);
    const bool is_quoted = before == '"' || before == '\'' || before == '`';
    const bool is_in_path = before == '/' || before == '.' || before == '-';
    text += is_quoted || is_in_path ? word : option_for(kNames, word);
    message.remove_prefix(word.size());
  }
  return text;
}

}  // namespace client
