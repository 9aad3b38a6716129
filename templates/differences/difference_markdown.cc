#include <algorithm>

#include "core/text/markdown_writer.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::DifferingLine;
using core::Hunk;
using core::TextDifference;
using html::Language;
using html::Message;

// How many there are of something, in words.
struct Count {
  Message one;
  Message many;

  std::string of(std::size_t number, Language language) const {
    if (number == 1) return std::string(one.in(language));
    return html::plain_text(language, many, {html::readable_count(number, language)});
  }
};

constexpr Count kBytes{"1 byte", "{} bytes"};
constexpr Count kLines{"1 line", "{} lines"};
constexpr Count kLinesKept{"1 line unchanged", "{} lines unchanged"};
constexpr Count kLinesRemoved{"1 line removed", "{} lines removed"};
constexpr Count kLinesAdded{"1 line added", "{} lines added"};
constexpr Count kRemovedToo{"1 removed", "{} removed"};  // after what was added
constexpr Count kMorePlaces{"1 more place", "{} more places"};

std::string colon(Language language) { return std::string(Message(": ").in(language)); }

// A value as it is, without markup.
std::string quoted(const std::optional<std::string>& text, Language language) {
  return text && !text->empty() ? core::markdown_code(*text)
                                : std::string(Message("(nothing)").in(language));
}

std::string line_of_change(std::string_view name, const std::optional<std::string>& from,
                           const std::optional<std::string>& to, Language language) {
  return "- " + core::markdown_line(name) + colon(language) + quoted(from, language) + " → " +
         quoted(to, language) + "\n";
}

// Text

constexpr char mark_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::kept:
      return ' ';
    case DifferingLine::Kind::removed:
      return '-';
    case DifferingLine::Kind::added:
      return '+';
  }
  return ' ';
}

constexpr const Count& count_of(DifferingLine::Kind kind) {
  switch (kind) {
    case DifferingLine::Kind::kept:
      return kLinesKept;
    case DifferingLine::Kind::removed:
      return kLinesRemoved;
    case DifferingLine::Kind::added:
      break;
  }
  return kLinesAdded;
}

std::string range(std::size_t line, std::size_t count) {
  return std::to_string(line) + (count == 1 ? "" : "," + std::to_string(count));
}

// What is left out is in lines of their own, which `diff` begins with a backslash.
std::string as_unified(const std::vector<Hunk>& hunks, Language language) {
  std::string text;
  for (const Hunk& hunk : hunks) {
    text += "@@ -" + range(hunk.from_line, hunk.from_count) + " +" +
            range(hunk.to_line, hunk.to_count) + " @@\n";
    for (const DifferingLine& line : hunk.lines) {
      if (line.omitted_lines == 0) text += mark_of(line.kind) + line.text() + '\n';
      if (const std::string omitted = omitted_in_words(line, language); !omitted.empty())
        text += "\\ " + omitted + "\n";
    }
  }
  return text;
}

// "2 lines added, 270 removed"
std::string changes_of_lines(const TextDifference& text, Language language) {
  if (text.added == 0) return kLinesRemoved.of(text.removed, language);
  std::string added = kLinesAdded.of(text.added, language);
  if (text.removed == 0) return added;
  return added + ", " + kRemovedToo.of(text.removed, language);
}

// `what` differs: "Settings: ", or nothing for the content itself.
std::string text_as_markdown(const TextDifference& text, const std::string& what, Language language,
                             DifferingLines lines) {
  if (!text.is_compared)
    return "- " + what +
           html::plain_text(
               language, "Too many lines to compare: {} before, {} after",
               {kLines.of(text.from_lines, language), kLines.of(text.to_lines, language)}) +
           "\n";
  if (text.is_in_line_ends)
    return "- " + what + std::string(Message("Only line ends differ").in(language)) + "\n";
  if (text.hunks.empty()) return {};
  std::string markdown = "- " + what + changes_of_lines(text, language) + "\n";
  if (lines == DifferingLines::shown)
    markdown += "\n" + core::markdown_code_block(as_unified(text.hunks, language), "diff");
  if (text.omitted.hunks > 0)
    markdown += "\n" +
                html::plain_text(language, "Not shown: {} with {} and {}.",
                                 {kMorePlaces.of(text.omitted.hunks, language),
                                  kLinesRemoved.of(text.omitted.removed, language),
                                  kLinesAdded.of(text.omitted.added, language)}) +
                "\n";
  return markdown;
}

// Tables

std::string list_of_names(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list.append(i == 0 ? "" : ", ").append(core::markdown_line(names[i]));
  return list;
}

std::string names_as_line(Message what, const std::vector<std::string>& names, Language language) {
  if (names.empty()) return {};
  std::string line = "- ";
  line.append(what.in(language)).append(colon(language)).append(list_of_names(names));
  return line + "\n";
}

std::string columns_as_markdown(const ColumnsDifference& columns, bool is_chart,
                                Language language) {
  std::string markdown =
      names_as_line(is_chart ? Message("Series added") : Message("Columns added"), columns.added,
                    language) +
      names_as_line(is_chart ? Message("Series removed") : Message("Columns removed"),
                    columns.removed, language);
  if (!columns.moved_to.empty())
    markdown +=
        "- " +
        html::plain_text(language,
                         is_chart ? Message("Series moved: {} (before: {})")
                                  : Message("Columns moved: {} (before: {})"),
                         {list_of_names(columns.moved_to), list_of_names(columns.moved_from)}) +
        "\n";
  return markdown;
}

}  // namespace

std::string omitted_in_words(const DifferingLine& line, Language language) {
  if (line.omitted_lines > 0)
    return html::plain_text(language, "{}, not shown",
                            {count_of(line.kind).of(line.omitted_lines, language)});
  if (line.omitted_bytes == 0) return {};
  return html::plain_text(language, "{} of this line not shown",
                          {kBytes.of(line.omitted_bytes, language)});
}

std::string to_markdown(const Difference& difference, Language language, DifferingLines lines) {
  if (difference.is_same()) return std::string(Message("Nothing differs.").in(language)) + "\n";
  const ContentDifference& content = difference.content;
  std::string markdown;
  if (difference.title)
    markdown += line_of_change(Message("Title").in(language), difference.title->from,
                               difference.title->to, language);
  if (difference.description)
    markdown += line_of_change(Message("Description").in(language), difference.description->from,
                               difference.description->to, language);
  if (difference.is_content_same) return markdown;
  if (content.kind == DifferenceKind::size)
    markdown += "- " +
                html::plain_text(language, "Size: {} → {}",
                                 {kBytes.of(difference.from_bytes, language),
                                  kBytes.of(difference.to_bytes, language)}) +
                "\n";
  if (content.columns)
    markdown +=
        columns_as_markdown(*content.columns, content.kind == DifferenceKind::chart, language);
  const auto add_text = [&](const TextDifference& text, const std::string& what) {
    const std::string told = text_as_markdown(text, what, language, lines);
    // A list goes on behind a block only after an empty line.
    if (!told.empty() && markdown.ends_with("`\n")) markdown += '\n';
    markdown += told;
  };
  if (content.text) add_text(*content.text, {});
  add_text(content.settings, std::string(Message("Settings").in(language)) + colon(language));
  if (markdown.empty()) {
    constexpr Message kSameToReaders("Only the form of the content differs, not what is shown.");
    return std::string(kSameToReaders.in(language)) + "\n";
  }
  return markdown;
}

std::string summary_of(const Difference& difference, Language language) {
  std::string words;
  const auto add = [&](std::string_view word) {
    words.append(words.empty() ? "" : ", ").append(word);
  };
  const ContentDifference& content = difference.content;
  const bool is_compared =
      content.text && content.text->is_compared && !content.text->hunks.empty();
  if (!difference.is_content_same)
    add(is_compared ? changes_of_lines(*content.text, language)
                    : std::string(Message("content").in(language)));
  if (difference.title) add(Message("title").in(language));
  if (difference.description) add(Message("description").in(language));
  return words;
}

}  // namespace templates
