#include "runtime/installed.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include <elf.h>

#include "runtime/process.h"

namespace runtime {
namespace {

constexpr std::size_t kShownDigits = 12;
constexpr std::string_view kNoteName("GNU\0", 4);

template <typename Part>
std::optional<Part> read_part(std::istream& stream, std::uint64_t at) {
  std::array<char, sizeof(Part)> bytes{};
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(at));
  if (!stream.read(bytes.data(), bytes.size())) return std::nullopt;
  Part part{};
  std::memcpy(&part, bytes.data(), bytes.size());
  return part;
}

std::string in_hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text.substr(0, kShownDigits);
}

std::size_t aligned(std::size_t size) { return (size + 3) / 4 * 4; }

// In a segment of notes.
std::string find_build_id(std::string_view notes) {
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header{};
    std::memcpy(&header, notes.data(), sizeof header);
    notes.remove_prefix(sizeof header);
    const std::size_t name_size = aligned(header.n_namesz);
    const std::size_t size = name_size + aligned(header.n_descsz);
    if (size > notes.size()) break;
    if (header.n_type == NT_GNU_BUILD_ID && notes.substr(0, header.n_namesz) == kNoteName)
      return in_hexadecimal(notes.substr(name_size, header.n_descsz));
    notes.remove_prefix(size);
  }
  return {};
}

// The path of this program; a running process follows it also where another file replaces it.
const std::string& own_program() {
  static const std::string path = [] {
    std::error_code problem;
    return std::filesystem::read_symlink("/proc/self/exe", problem).string();
  }();
  return path;
}

std::string file_of_digest(const core::Configuration& configuration) {
  return configuration.metrics_folder + "/configuration";
}

// The text that note_loadable() wrote since this process has started; empty if it has not.
std::string noted_digest(const core::Configuration& configuration) {
  static const auto started = std::filesystem::file_time_type::clock::now();
  const std::string file = file_of_digest(configuration);
  std::error_code problem;
  const auto written = std::filesystem::last_write_time(file, problem);
  if (problem || written < started) return {};
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::string build_id_of(const std::string& program) {
  constexpr std::uint64_t kLargestNotes = 65536;
  std::ifstream stream(program, std::ios::binary);
  const auto header = read_part<Elf64_Ehdr>(stream, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
  for (std::uint64_t i = 0; i < header->e_phnum; ++i) {
    const auto segment = read_part<Elf64_Phdr>(stream, header->e_phoff + i * header->e_phentsize);
    if (!segment) return {};
    if (segment->p_type != PT_NOTE || segment->p_filesz > kLargestNotes) continue;
    std::string notes(segment->p_filesz, '\0');
    stream.seekg(static_cast<std::streamoff>(segment->p_offset));
    if (!stream.read(notes.data(), static_cast<std::streamsize>(notes.size()))) return {};
    if (std::string id = find_build_id(notes); !id.empty()) return id;
  }
  return {};
}

const std::string& build_id() {
  own_program();
  static const std::string id = build_id_of("/proc/self/exe");
  return id;
}

std::string version_and_build() { return std::string(version()) + " (build " + build_id() + ')'; }

void note_loadable() {
  const core::Configuration& configuration = loaded_configuration()->configuration;
  const std::string file = file_of_digest(configuration);
  const std::string part = file + ".new";
  std::ofstream(part) << configuration.digest;
  std::error_code problem;
  // Without it, workers compare the settings only.
  std::filesystem::rename(part, file, problem);
}

bool runs_what_is_installed() {
  const core::Configuration& running = loaded_configuration()->configuration;
  const std::string noted = noted_digest(running);
  if (build_id_of(own_program()) != build_id()) return false;
  const auto loadable = load_configuration(loaded_configuration()->file);
  return loadable && loadable->digest == running.digest &&
         (noted.empty() || noted == running.digest);
}

}  // namespace runtime
