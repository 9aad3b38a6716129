// A difference in JSON, for programs, in Markdown, for models, and as a page, for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/json_writer.h"
#include "html/message.h"
#include "templates/differences/difference.h"
#include "templates/rendered_content.h"

namespace templates {

// "text", "table", "chart", "json", "size"
std::string_view to_string(DifferenceKind kind);

// Writes the members of an object that the caller has begun and ends:
//
//   kind        as above; "json" also where nothing else tells what the page shows differently
//   isSame      whether nothing differs
//   isComplete  whether all that differs is here
//   bytes       {from, to}: of the document or file, or of the content
//   title, description
//               {from, to}, each a text or null; absent if it is the same
//   columns     of the kinds table and chart, of which they are the series: {added: [], removed:
//   [],
//                 moved: {from: [], to: []}, those of both in the order of each, empty if it is
//                 the same}
//   text        of all kinds but size; of table and chart the lines of CSV that the columns of both
//                 make, in the order of the earlier version: {
//                 lines: {from, to, removed, added}, the last two absent if there are too many
//                   lines to compare,
//                 isOnlyLineEnds: the texts differ in how lines end, and not otherwise,
//                 hunks: [{from: {line, count}, to: {line, count}, lines: [{
//                   change: "kept" | "removed" | "added", text,
//                   parts?: [{text, isChanged}] of a line of which words are as before,
//                   omittedBytes?
//                 } | {change, omittedLines}]}],
//                 omitted: {hunks, removed, added}: after those that are here
//               }
//   settingsText
//               of what else is shown, as text; absent if it is the same
void write_members(core::JsonWriter& json, const Difference& difference);

// A line for each thing that changed, and of a document, unless they are left out, a block in the
// form of `diff -u`. Ends with a line break.
enum class DifferingLines : std::uint8_t { shown, left_out };
std::string to_markdown(const Difference& difference,
                        html::Language language = html::Language::english,
                        DifferingLines lines = DifferingLines::shown);

// The same as a page, with the lines in place of the block, and their words marked.
RenderedContent to_page(const Difference& difference,
                        html::Language language = html::Language::english);

// In a few words, of what changed: "2 lines added, 270 removed, title".
std::string summary_of(const Difference& difference,
                       html::Language language = html::Language::english);

// What is left out of a line, or of some; empty if nothing is.
std::string omitted_in_words(const core::DifferingLine& line, html::Language language);

}  // namespace templates
