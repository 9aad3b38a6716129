// PdfState: the state of the PDF that is generated from an artifact's document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/json/json_writer.h"

namespace core {

enum class PdfProgress : std::uint8_t { rendering, ready, failed };

std::string_view to_string(PdfProgress progress);
std::optional<PdfProgress> parse_pdf_progress(std::string_view name);

struct PdfState {
  PdfProgress progress = PdfProgress::rendering;
  std::string reason = {};  // why it failed
};

// Writes the member `pdf` of an artifact, if a PDF is generated from it.
void write_pdf_state(JsonWriter& json, const std::optional<PdfState>& state);

}  // namespace core
