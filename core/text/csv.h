// CSV (RFC 4180).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"

namespace core {

// The records of a CSV text, which it owns. Immutable.
//
// Beyond the RFC: a byte order mark is skipped, lines may end with LF or CR alone, empty lines are
// skipped, a quote within a field that does not begin with one is a character like others, and
// records may differ in length. Fields may be separated by semicolons, tabs or vertical bars
// instead of commas: see delimiter_of().
class Csv {
 public:
  // Errors: invalid_content, with no field, if a quoted field is not closed, or the text is 4 GiB
  // long.
  static Result<Csv> parse(std::string text);

  // The size of the text, in bytes.
  std::size_t size() const { return text_.size(); }
  char delimiter() const { return delimiter_; }
  std::size_t records() const { return record_ends_.size(); }
  std::size_t fields(std::size_t record) const {
    return record_ends_[record] - first_field(record);
  }
  std::string_view field(std::size_t record, std::size_t position) const {
    const Field& place = fields_[first_field(record) + position];
    return std::string_view(text_).substr(place.offset, place.length);
  }

  // The first record with more fields than the first of all, which is usually the header.
  struct WiderRecord {
    std::size_t line = 0;  // in which it begins, from 1
    std::size_t fields = 0;
  };
  const std::optional<WiderRecord>& wider_record() const { return wider_record_; }

 private:
  friend class CsvParser;
  friend std::vector<std::size_t> record_places(std::string text);
  struct Field {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
  };

  std::size_t first_field(std::size_t record) const {
    return record == 0 ? 0 : record_ends_[record - 1];
  }

  char delimiter_ = ',';
  std::string text_;  // with the fields in place, their doubled quotes made single
  std::vector<Field> fields_;
  std::vector<std::uint32_t> record_ends_;  // in fields_
  std::optional<WiderRecord> wider_record_;
};

// The character that separates the fields of a CSV text: a comma, a semicolon, a tab or a vertical
// bar (csv_delimiter.cc).
//
// A first line `sep=;`, as spreadsheets write it, says so. Otherwise all records decide: it is the
// character that divides most of them into equally many fields, and the more the better, and that
// leaves the fewest fields in which another of these characters could be one. Quotes are respected;
// some records may have other numbers of fields, as titles and sums do. A comma if none fits. Reads
// only the first 64 KiB.
char delimiter_of(std::string_view text);

// The delimiter that the first line of a text declares, without a byte order mark; nothing if that
// line is a record.
std::optional<char> named_delimiter(std::string_view text);

// Where the records of a CSV text begin that Csv::parse() reads, and where the last one ends.
std::vector<std::size_t> record_places(std::string text);

// Writes one record after another.
class CsvWriter {
 public:
  explicit CsvWriter(char delimiter = ',', std::string_view line_end = "\r\n")
      : delimiter_(delimiter), line_end_(line_end) {}

  void add_field(std::string_view field);
  // A text that people have written: what a spreadsheet would treat as a formula (from its first
  // character: = + - @ tab or CR) gets an apostrophe in front, unless it is just an amount: -3%.
  void add_text(std::string_view text);
  void end_record();

  const std::string& text() const& { return text_; }
  std::string text() && { return std::move(text_); }

 private:
  char delimiter_;
  std::string_view line_end_;
  std::string text_;
  std::size_t record_start_ = 0;
  bool in_record_ = false;
};

// The same without that protection, for programs.
class RawCsvWriter : public CsvWriter {
 public:
  void add_text(std::string_view text) { add_field(text); }
};

}  // namespace core
