// A difference in JSON, for programs, and in Markdown, for people and models.
#pragma once

#include <string>
#include <string_view>

#include "core/text/json_writer.h"
#include "html/message.h"
#include "templates/differences/difference.h"

namespace templates {

// "text", "table", "chart", "json", "size"
std::string_view to_string(DifferenceKind kind);

// Writes the members of an object that the caller has begun and ends:
//
//   kind        as above; "json" also where nothing else tells what the page shows differently
//   isSame      whether nothing differs
//   isComplete  whether all that differs is here
//   bytes       {from, to}: of the document or file, or of the content
//   pages       of PDF files: {from, to}, each null where it is not known
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

// A line for each thing that changed, and of a document a block in the form of `diff -u`. Ends with
// a line break.
std::string to_markdown(const Difference& difference,
                        html::Language language = html::Language::english);
// The same as the content of a markdown artifact.
std::string to_document(const Difference& difference,
                        html::Language language = html::Language::english);

}  // namespace templates
