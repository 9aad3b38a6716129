#include "core/artifact/pdf_state.h"

namespace core {

std::string_view to_string(PdfProgress progress) {
  switch (progress) {
    case PdfProgress::rendering:
      return "rendering";
    case PdfProgress::ready:
      return "ready";
    case PdfProgress::failed:
      return "failed";
  }
  return {};
}

std::optional<PdfProgress> parse_pdf_progress(std::string_view name) {
  for (const auto progress : {PdfProgress::rendering, PdfProgress::ready, PdfProgress::failed})
    if (to_string(progress) == name) return progress;
  return std::nullopt;
}

void write_pdf_state(JsonWriter& json, const std::optional<PdfState>& state) {
  if (!state) return;
  json.key("pdf").begin_object();
  json.member("status", to_string(state->progress));
  if (!state->reason.empty()) json.member("reason", state->reason);
  json.end_object();
}

}  // namespace core
