// Document: the file or standard input to share, read completely.
#pragma once

#include <string>
#include <string_view>

namespace client {

struct Document {
  std::string name;         // of the file, without its folder; empty for standard input
  std::string bytes;        // without a byte order mark and, for output, terminal colours
  std::string folder = {};  // of the file; empty for the current one, and for standard input
};

// The name in UTF-8: U+FFFD stands for each byte that is invalid.
std::string readable_name(std::string_view name);

// `path` names a file, or "-" standard input. Throws Failure if it cannot be read.
Document read_document(const std::string& path);

}  // namespace client
