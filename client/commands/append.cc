// artifact append

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/commands/options.h"
#include "client/documents/recognition.h"
#include "client/service/connection.h"
#include "client/terminal/terminal.h"
#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "templates/documents/document_content.h"
#include "templates/table/notation.h"
#include "templates/table/table_reader.h"

namespace client {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;

struct AppendOptions {
  std::string artifact;
  std::string file = "-";
  std::optional<std::uint32_t> keep_last = std::nullopt;
  std::optional<std::string> key = std::nullopt;
  std::optional<std::string> note = std::nullopt;
  bool prints_json = false;
  ServiceOptions service;
};

// A field of CSV as JSON: a number if it surely is one, which keeps its text.
void write_field(core::JsonWriter& json, std::string_view field) {
  if (core::is_number(field) && templates::exponent_in(field) != templates::Exponent::bare) {
    json.raw(field);
  } else {
    json.value(field);
  }
}

// Whether the first record names columns of the table, rather than being a row. Fails for one that
// names a column in its place and others that the table does not have: a header that has changed.
bool has_header(const core::Csv& csv, const templates::Table& table) {
  const std::vector<templates::TableColumn>& columns = table.columns();
  std::optional<std::string> unknown;
  bool has_number = false;
  bool may_be_header = false;
  for (std::size_t i = 0; i < csv.fields(0); ++i) {
    const std::string_view field = csv.field(0, i);
    const auto is_meant = [&](const templates::TableColumn& column) {
      return column.key == field || column.label == field;
    };
    if (std::none_of(columns.begin(), columns.end(), is_meant)) unknown = field;
    has_number = has_number || core::is_number(field);
    may_be_header = may_be_header || (i < columns.size() && is_meant(columns[i]));
  }
  if (!unknown) return true;
  if (!may_be_header || has_number) return false;
  std::string names;
  for (const templates::TableColumn& column : columns)
    names += (names.empty() ? "" : ", ") + column.label;
  throw Failure(ExitStatus::failure, "the table has no column \"" + *unknown +
                                         "\", which the first line names beside others; it has " +
                                         names);
}

// A JSON array of the records: objects if the first one names the columns, otherwise arrays.
std::string rows_of_csv(const std::string& text, JsonValue content) {
  const auto csv = core::Csv::parse(text);
  if (!csv) throw Failure(ExitStatus::failure, "the document " + csv.error().message);
  const auto table = templates::read_table(content);
  const bool is_named = csv->records() > 0 && table && *table && has_header(*csv, **table);
  core::JsonWriter json;
  json.begin_array();
  for (std::size_t record = is_named ? 1 : 0; record < csv->records(); ++record) {
    if (is_named) {
      json.begin_object();
    } else {
      json.begin_array();
    }
    for (std::size_t i = 0; i < csv->fields(record); ++i) {
      if (is_named && i >= csv->fields(0))
        throw Failure(ExitStatus::failure, "the document has records with more fields than names");
      if (is_named) json.key(csv->field(0, i));
      write_field(json, csv->field(record, i));
    }
    if (is_named) {
      json.end_object();
    } else {
      json.end_array();
    }
  }
  json.end_array();
  return json.text();
}

// A JSON array as it is, the lines of JSON Lines, or CSV.
std::string rows_of(const Document& document, JsonValue content) {
  if (const auto json = JsonTree::parse(std::string_view(document.bytes)))
    if (json->root().is(JsonType::array)) return document.bytes;
  const Format format = format_for(document, core::Template::table);
  const auto tree = JsonTree::parse(templates::content_of(document, format));
  if (const auto csv = tree->root().find("csv")) return rows_of_csv(csv->string(), content);
  for (const std::string_view name : templates::kRowMembers)
    if (const auto rows = tree->root().find(name); rows && rows->is(JsonType::array))
      return std::string(rows->text());
  throw Failure(ExitStatus::failure, "the document has no rows that can be added to a table");
}

void write_points(core::JsonWriter& json, const Document& document) {
  const auto tree = JsonTree::parse(std::string_view(document.bytes));
  if (tree && tree->root().find("datasets")) {
    for (const std::string_view name : {"labels", "datasets"})
      if (const auto member = tree->root().find(name)) json.key(name).raw(member->text());
    return;
  }
  if (!tree || !tree->root().is(JsonType::array))
    throw Failure(ExitStatus::failure,
                  R"(points of a chart must be JSON, such as {"labels": ["June"], "datasets": )"
                  R"([{"label": "Sales", "data": [3]}]}, or an array of records)");
  json.key("rows").raw(document.bytes);
}

RequestBody addition_of(const Document& document, const Answer& artifact,
                        const AppendOptions& options) {
  const auto shown_by = core::parse_template(artifact.string("template"));
  const auto content = artifact.root().find("content");
  if (!shown_by || !content)
    throw Failure(ExitStatus::failure, "the artifact is newer than this program; upgrade it");
  core::JsonWriter json;
  json.begin_object().key("append").begin_object();
  if (*shown_by == core::Template::table) {
    json.key("rows").raw(rows_of(document, *content));
  } else if (*shown_by == core::Template::chart) {
    write_points(json, document);
  } else {
    if (options.keep_last || options.key)
      throw WrongUsage(std::string(options.key ? "--key" : "--keep-last") +
                       " is for tables and charts");
    recognise(document);  // fails unless it is text
    json.member("text", document.bytes);
  }
  if (options.keep_last) json.member("keepLast", *options.keep_last);
  if (options.key) json.member("key", *options.key);
  json.end_object();
  if (options.note) json.member("note", *options.note);
  json.end_object();
  return {"application/json", json.text()};
}

std::string in_words(const Answer& answer) {
  const std::string appended = member_text(answer.root(), "appended");
  const std::string replaced = member_text(answer.root(), "replaced");
  const std::string dropped = member_text(answer.root(), "dropped");
  return "Added " + appended +
         (!dropped.empty()  ? ""
          : appended == "1" ? " character"
                            : " characters") +
         (replaced.empty() ? "" : ", replaced " + replaced) +
         (dropped.empty() || dropped == "0" ? "" : " and dropped " + dropped) +
         "; its links show the new content, except those pinned to a version.";
}

void append(const AppendOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  const Document document = read_document(options.file);
  const Answer before(service.get(artifact.path()));
  const Answer answer(service.patch(artifact.path(), addition_of(document, before, options)));
  print_warnings(answer);
  print_note(in_words(answer));
  print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
}

}  // namespace

void declare_append(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<AppendOptions> command(
      app, chosen, "append", "add to the end of what a link shows; the link stays the same",
      &append);
  AppendOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("file", options.file, "what to add; standard input if omitted, or for -")
      ->option_text("FILE");
  constexpr std::uint64_t kMostKept = 1'000'000;
  command.app()
      .add_option("--keep-last", options.keep_last,
                  "how many rows or points to keep; the first ones are dropped")
      ->option_text("N")
      ->check(from_to(1, kMostKept));
  command.app()
      .add_option("--key", options.key,
                  "the column by which a row replaces the one that is there; for points: label")
      ->option_text("COLUMN");
  declare_note_option(command.app(), options.note);
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
