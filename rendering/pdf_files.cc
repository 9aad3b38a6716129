#include "rendering/pdf_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text/encodings.h"
#include "runtime/process.h"

namespace rendering {
namespace {

using core::Descriptor;

// A file begins with this and the SHA-256 of the rest, which is the PDF or the picture.
constexpr std::string_view kMagic = "ASPDF01\n";
constexpr std::size_t kHeaderBytes = kMagic.size() + sizeof(core::Sha256);
constexpr std::string_view kPdf = ".pdf";
constexpr std::string_view kCard = ".card";
constexpr std::string_view kBeingWritten = ".new";
constexpr std::string_view kLock = "lock";
constexpr std::string_view kLocksOfKeys = "making.lock";
// A temporary file this old was left behind by a process that has ended.
constexpr std::chrono::minutes kLongestWrite{10};

std::string header_of(std::string_view pdf) {
  const core::Sha256 checksum = core::sha256(pdf);
  return std::string(kMagic).append(checksum.begin(), checksum.end());
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string> read_all(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t count = read(descriptor, bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    at += static_cast<std::size_t>(count);
  }
  return bytes;
}

// Whose file it is; nothing of an artifact if it is another file.
std::string artifact_in(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.substr(0, name.find('-'));
}

struct KeptFile {
  std::filesystem::path path;
  std::filesystem::file_time_type used_at;
  std::uint64_t bytes = 0;
};

}  // namespace

PdfFiles::PdfFiles(std::string folder, std::uint64_t maximum_bytes)
    : folder_(maximum_bytes == 0 ? std::string() : std::move(folder)),
      maximum_bytes_(maximum_bytes) {
  if (folder_.empty()) return;
  if (mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) report(std::strerror(errno));
}

std::string PdfFiles::path_of(const Key& key) const {
  return folder_ + '/' + key.artifact.to_string() + '-' + core::to_hexadecimal(key.document) +
         std::string(key.kind == Kind::card ? kCard : kPdf);
}

void PdfFiles::report(std::string_view problem) {
  if (has_reported_.exchange(true)) return;
  runtime::log_event(core::LogLevel::warning, "pdf_cache_not_usable",
                     folder_ + ": " + std::string(problem));
}

std::optional<std::string> PdfFiles::find(const Key& key) {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(key);
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open()) return std::nullopt;
  std::optional<std::string> bytes = read_all(file.number());
  if (!bytes) return std::nullopt;
  std::string pdf = bytes->size() < kHeaderBytes ? std::string() : bytes->substr(kHeaderBytes);
  if (!bytes->starts_with(header_of(pdf))) {
    unlink(path.c_str());
    return std::nullopt;
  }
  // Marks it as recently used. The access time is unsuitable, as many file systems do not keep it.
  futimens(file.number(), nullptr);
  return pdf;
}

bool PdfFiles::has(const Key& key) const {
  return folder_.empty() || access(path_of(key).c_str(), F_OK) == 0;
}

void PdfFiles::add(const Key& key, std::string_view pdf) {
  if (folder_.empty() || pdf.size() + kHeaderBytes > maximum_bytes_ / 2) return;
  try {
    write(key, pdf);
    remove_old_files();
  } catch (const std::exception& exception) {
    report(exception.what());
  }
}

void PdfFiles::remove_old() {
  if (folder_.empty()) return;
  try {
    remove_old_files();
  } catch (const std::exception& exception) {
    report(exception.what());
  }
}

void PdfFiles::remove_of(const std::vector<core::ArtifactId>& artifacts) {
  if (folder_.empty() || artifacts.empty()) return;
  std::set<std::string> names;
  for (const core::ArtifactId& artifact : artifacts) names.insert(artifact.to_string());
  try {
    remove_files_of(names, std::nullopt);
  } catch (const std::exception& exception) {
    report(exception.what());
  }
}

void PdfFiles::remove_of(const core::ArtifactId& artifact, core::Timestamp moment) {
  if (folder_.empty()) return;
  try {
    remove_files_of({artifact.to_string()}, moment);
  } catch (const std::exception& exception) {
    report(exception.what());
  }
}

std::vector<core::ArtifactId> PdfFiles::artifacts() {
  std::set<core::ArtifactId> found;
  if (folder_.empty()) return {};
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (const auto id = core::ArtifactId::parse(artifact_in(entry.path()))) found.insert(*id);
  } catch (const std::exception& exception) {
    report(exception.what());
  }
  return {found.begin(), found.end()};
}

// An open file description lock (F_OFD_SETLK): unlike flock(), it can cover a single byte, so no
// lock files accumulate, and unlike POSIX locks, it excludes other threads of the process. The
// offset of the byte comes from the key. A collision is unlikely, and would only cause waiting.
std::optional<PdfFiles::Lock> PdfFiles::try_lock(const Key& key) {
  if (folder_.empty()) return Lock(std::nullopt);
  const std::string path = folder_ + '/' + std::string(kLocksOfKeys);
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open()) {
    report(std::strerror(errno));
    return Lock(std::nullopt);
  }
  struct flock byte {};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  std::memcpy(&byte.l_start, key.document.data(), sizeof byte.l_start);
  byte.l_start &= std::numeric_limits<off_t>::max() >> 1;
  byte.l_len = 1;
  if (fcntl(file.number(), F_OFD_SETLK, &byte) == 0) return Lock(std::move(file));
  if (errno == EAGAIN || errno == EACCES) return std::nullopt;
  report(std::strerror(errno));
  return Lock(std::nullopt);
}

void PdfFiles::write(const Key& key, std::string_view pdf) {
  std::string path = folder_ + "/XXXXXX" + std::string(kBeingWritten);
  const Descriptor file(mkostemps(path.data(), static_cast<int>(kBeingWritten.size()), O_CLOEXEC),
                        "mkostemps");
  if (!write_all(file.number(), header_of(pdf)) || !write_all(file.number(), pdf) ||
      rename(path.c_str(), path_of(key).c_str()) != 0) {
    const int problem = errno;
    unlink(path.c_str());
    throw std::system_error(problem, std::generic_category(), "cannot write a file");
  }
}

void PdfFiles::remove_files_of(const std::set<std::string>& artifacts,
                               std::optional<core::Timestamp> moment) const {
  namespace files = std::filesystem;
  constexpr std::chrono::minutes kClocksDiffer{10};
  std::error_code gone;
  for (const auto& entry : files::directory_iterator(folder_)) {
    if (!artifacts.contains(artifact_in(entry.path()))) continue;
    if (moment) {
      const std::chrono::sys_time<std::chrono::milliseconds> erased_at{
          std::chrono::milliseconds(moment->unix_milliseconds())};
      const auto used_at = entry.last_write_time(gone);
      if (gone || std::chrono::file_clock::to_sys(used_at) >= erased_at + kClocksDiffer) continue;
    }
    files::remove(entry, gone);
  }
}

void PdfFiles::remove_old_files() const {
  namespace files = std::filesystem;
  const std::string lock_path = folder_ + '/' + std::string(kLock);
  const Descriptor lock(open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600),
                        "open");
  if (flock(lock.number(), LOCK_EX | LOCK_NB) != 0) return;

  const auto now = files::file_time_type::clock::now();
  std::vector<KeptFile> kept;
  std::uint64_t bytes = 0;
  std::error_code gone;  // another process may remove files meanwhile
  for (const auto& entry : files::directory_iterator(folder_)) {
    const auto used_at = entry.last_write_time(gone);
    if (gone) continue;
    const std::uint64_t size = entry.file_size(gone);
    if (gone) continue;
    const files::path extension = entry.path().extension();
    if (extension == kBeingWritten && now - used_at > kLongestWrite) files::remove(entry, gone);
    if (extension != kPdf && extension != kCard) continue;
    if (now - used_at > kKeptUnused) {
      files::remove(entry, gone);
      continue;
    }
    kept.push_back({entry.path(), used_at, size});
    bytes += size;
  }
  if (bytes <= maximum_bytes_) return;
  std::sort(kept.begin(), kept.end(),
            [](const KeptFile& a, const KeptFile& b) { return a.used_at < b.used_at; });
  for (const KeptFile& file : kept) {
    if (bytes <= maximum_bytes_) return;
    files::remove(file.path, gone);
    bytes -= file.bytes;
  }
}

}  // namespace rendering
