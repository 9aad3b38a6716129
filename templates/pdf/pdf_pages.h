// The number of pages of a PDF file.
//
// Read without a library for PDF, and without a process of its own, as all that leads there is the
// file's catalog and the root of its page tree: their objects are looked for in the order of the
// file, so that later ones replace earlier ones, whatever the table of objects says. A stream is
// passed over, apart from those that have objects in them.
#pragma once

#include <optional>
#include <string_view>

namespace templates {

// As the file itself states it; nothing if it is damaged, encrypted as a whole, or has its objects
// in streams that are packed in an unusual way or are very large. Takes linear time. Ends with
// core::CpuLimit::UsedUp if the thread's limit is used up. Thread-safe.
std::optional<int> count_pdf_pages(std::string_view file);

}  // namespace templates
