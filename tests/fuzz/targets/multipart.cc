// multipart/form-data, and the Content-Type with its boundary.
#include "core/text/form.h"
#include "core/text/http_values.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const auto type = core::MediaType::parse(input.text());
  if (!type) return 0;
  const std::string body(input.rest());
  const auto parts = core::parse_multipart(body, type->parameter("boundary"));
  if (!parts) return 0;
  fuzz::require(parts->size() <= core::kMaximumParts, "a bounded number of parts");
  const char* behind = body.data();
  for (const core::FormPart& part : *parts) {
    fuzz::require(!part.name.empty(), "a part has a name");
    if (part.filename)
      fuzz::require(part.filename->find('/') == std::string::npos, "file names have no folders");
    if (part.content.empty()) continue;
    fuzz::require(part.content.data() >= behind &&
                      part.content.data() + part.content.size() <= body.data() + body.size(),
                  "parts are in the body, one behind the other");
    behind = part.content.data() + part.content.size();
  }
  return 0;
}
