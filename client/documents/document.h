// Document: what is shared, a file or standard input, read as a whole.
#pragma once

#include <string>

namespace client {

struct Document {
  std::string name;         // of the file, without its folder; empty for standard input
  std::string bytes;        // without a byte order mark
  std::string folder = {};  // of the file; empty for the current one, and for standard input
};

// `path` of a file, "-" for standard input. Throws Failure if it cannot be read.
Document read_document(const std::string& path);

}  // namespace client
