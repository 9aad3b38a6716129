#include "client/documents/document.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "client/command_line.h"
#include "client/documents/recognition.h"
#include "core/text/text.h"

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

bool is_text_for_terminals(const std::string& bytes) {
  return !bytes.starts_with("%PDF-") && bytes.find('\0') == std::string::npos &&
         core::is_utf8(bytes);
}

std::string output_of_program(std::string bytes) {
  return is_text_for_terminals(bytes) ? without_terminal_sequences(std::move(bytes))
                                      : std::move(bytes);
}

}  // namespace

std::string readable_name(std::string_view name) {
  std::string readable;
  while (!name.empty()) {
    const std::size_t length = core::well_formed_length(name);
    readable += name.substr(0, length);
    name.remove_prefix(length);
    if (name.empty()) break;
    readable += "\xef\xbf\xbd";
    name.remove_prefix(1);
  }
  return readable;
}

Document read_document(const std::string& path) {
  if (path == "-") return {{}, output_of_program(read_all(stdin, "standard input"))};
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) fail(path);
  const std::filesystem::path place(path);
  std::string name = readable_name(place.filename().string());
  std::string bytes = read_all(file.get(), path);
  if (templates::is_any_text(name)) bytes = output_of_program(std::move(bytes));
  return {std::move(name), std::move(bytes), place.parent_path().string()};
}

}  // namespace client
