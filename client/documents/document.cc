#include "client/documents/document.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "client/failure.h"

namespace client {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

[[noreturn]] void fail(const std::string& path) {
  throw Failure(ExitStatus::failure, "cannot read " + path + ": " + std::strerror(errno));
}

std::string read_all(FILE* file, const std::string& path) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  std::size_t count = 0;
  while ((count = std::fread(buffer.data(), 1, buffer.size(), file)) > 0)
    bytes.append(buffer.data(), count);
  if (std::ferror(file) != 0) fail(path);
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  return bytes;
}

}  // namespace

Document read_document(const std::string& path) {
  if (path == "-") return {{}, read_all(stdin, "standard input")};
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) fail(path);
  const std::filesystem::path place(path);
  return {place.filename().string(), read_all(file.get(), path), place.parent_path().string()};
}

}  // namespace client
