// A file as the body of a request, from its bytes to its page.
#include "templates/sent_file.h"

#include <array>

#include "content_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 4> kTypes{"text/csv", "text/markdown", "text/html",
                                                   "application/pdf"};
  fuzz::Input input(data, size);
  const std::string_view type = kTypes[input.byte() % kTypes.size()];
  const std::string name = input.text();
  const templates::SentFile file{std::string(type), name, input.rest()};
  const auto id = templates::template_for(file);
  fuzz::require(id.has_value(), "a template takes each type");
  const auto content = templates::content_of(*id, file);
  if (content) fuzz::run_content(*id, std::string(content->text()));
  return 0;
}
