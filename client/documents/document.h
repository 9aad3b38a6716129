// Document: what is shared, a file or standard input, read as a whole.
#pragma once

#include <string>
#include <string_view>

namespace client {

struct Document {
  std::string name;         // of the file, without its folder; empty for standard input
  std::string bytes;        // without a byte order mark, and output without colours of terminals
  std::string folder = {};  // of the file; empty for the current one, and for standard input
};

// The name in UTF-8: U+FFFD stands for each byte that is invalid.
std::string readable_name(std::string_view name);

// `path` of a file, "-" for standard input. Throws Failure if it cannot be read.
Document read_document(const std::string& path);

}  // namespace client
