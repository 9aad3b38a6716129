// CSV, read and written again.
#include "core/text/csv.h"

#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  core::delimiter_of(text);
  const auto read = core::Csv::parse(text);
  if (!read) return 0;
  core::CsvWriter writer;
  for (std::size_t record = 0; record < read->records(); ++record) {
    for (std::size_t field = 0; field < read->fields(record); ++field)
      writer.add_field(read->field(record, field));
    writer.end_record();
  }
  // Where the records are hardly those of a table, the commas may not be found again.
  if (core::delimiter_of(writer.text()) != ',') return 0;
  const auto again = core::Csv::parse(writer.text());
  fuzz::require(again && again->records() == read->records(), "as many records");
  for (std::size_t record = 0; record < read->records(); ++record) {
    fuzz::require(again->fields(record) == read->fields(record), "as many fields");
    for (std::size_t field = 0; field < read->fields(record); ++field)
      fuzz::require(again->field(record, field) == read->field(record, field), "the same fields");
  }
  return 0;
}
