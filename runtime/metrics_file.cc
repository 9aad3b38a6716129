#include "runtime/metrics_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.h"
#include "runtime/installed.h"
#include "runtime/process.h"

namespace runtime {
namespace {

using core::Metrics;

struct Header {
  std::array<char, 8> magic;
  std::uint64_t cells;
};
constexpr std::array<char, 8> kMagic{'A', 'S', 'M', 'E', 'T', 'R', '1', '\n'};
constexpr std::string_view kPrefix = "worker-";
constexpr std::string_view kMaintenance = "maintenance";
// Far more than there are; a larger file is not a metrics file.
constexpr std::uint64_t kMaximumCells = 1000000;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

class File : public core::Descriptor {
 public:
  File(const std::string& path, int flags) : Descriptor(open(path.c_str(), flags, 0600)) {}

  // An open file description lock (F_OFD_…), which also excludes other opens in the same process
  // and ends with the descriptor. False if another holds it. Throws if the file system has no
  // locks.
  bool lock() const {
    struct flock whole = exclusive();
    if (fcntl(number(), F_OFD_SETLK, &whole) == 0) return true;
    if (errno == EAGAIN || errno == EACCES) return false;
    fail("cannot lock a file for metrics");
  }
  bool is_locked_by_another() const {
    struct flock whole = exclusive();
    return fcntl(number(), F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
  }
  // Whether the path still refers to this file; another process may have replaced it.
  bool is_at(const std::string& path) const {
    struct stat own {};
    struct stat there {};
    return fstat(number(), &own) == 0 && stat(path.c_str(), &there) == 0 &&
           own.st_dev == there.st_dev && own.st_ino == there.st_ino;
  }
  std::size_t size() const {
    struct stat status {};
    return fstat(number(), &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
  }

 private:
  static struct flock exclusive() {
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return whole;
  }
};

// Maps a file, shared with other processes. Null if that fails.
std::shared_ptr<char[]> map(const File& file, int protection) {
  const std::size_t size = file.size();
  void* const memory = mmap(nullptr, size, protection, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED) return nullptr;
  return {static_cast<char*>(memory), [size](char* bytes) { munmap(bytes, size); }};
}

// The cells after the header.
Metrics::Cell* cells_in(char* bytes) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a mapping has no type of its own.
  return std::launder(reinterpret_cast<Metrics::Cell*>(bytes + sizeof(Header)));
}

std::string text_of_names(const std::vector<core::MetricSeries>& series) {
  std::string text;
  for (const core::MetricSeries& one : series) text += one.name() + '\n';
  return text;
}

std::unordered_map<std::string, std::uint64_t> read_values(const File& file) {
  std::unordered_map<std::string, std::uint64_t> values;
  const std::size_t size = file.size();
  if (size < sizeof(Header)) return values;
  const std::shared_ptr<char[]> bytes = map(file, PROT_READ);
  if (!bytes) return values;
  Header header{};
  std::memcpy(&header, bytes.get(), sizeof header);
  if (header.magic != kMagic || header.cells > kMaximumCells ||
      size < sizeof header + header.cells * sizeof(Metrics::Cell))
    return values;
  const Metrics::Cell* cells = cells_in(bytes.get());
  std::string_view names(bytes.get(), size);
  names.remove_prefix(sizeof header + header.cells * sizeof(Metrics::Cell));
  for (std::uint64_t i = 0; i < header.cells; ++i) {
    const std::size_t end = names.find('\n');
    if (end == names.npos) break;
    values.emplace(names.substr(0, end), cells[i].load(std::memory_order_relaxed));
    names.remove_prefix(end + 1);
  }
  return values;
}

// Writes a new file for the series with their known values, and returns it locked. Its only name is
// `path` so far.
File write_file(const std::string& path, const std::vector<core::MetricSeries>& series,
                const std::unordered_map<std::string, std::uint64_t>& known) {
  const Header header{kMagic, series.size()};
  std::string bytes(sizeof header + series.size() * sizeof(std::uint64_t), '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto found = known.find(series[i].name());
    const std::uint64_t value = found == known.end() ? 0 : found->second;
    std::memcpy(bytes.data() + sizeof header + i * sizeof value, &value, sizeof value);
  }
  bytes += text_of_names(series);

  File file(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
  if (!file.is_open()) fail("cannot make " + path);
  // Written rather than mapped, so that a full disk is an error and not a signal.
  const ssize_t written =
      file.lock() ? write(file.number(), bytes.data(), bytes.size()) : ssize_t{0};
  if (written != static_cast<ssize_t>(bytes.size())) {
    const int problem = written < 0 ? errno : ENOSPC;
    unlink(path.c_str());
    errno = problem;
    fail("cannot write " + path);
  }
  return file;
}

bool has_series(const File& file, const std::vector<core::MetricSeries>& series) {
  const std::string names = text_of_names(series);
  const std::size_t before = sizeof(Header) + series.size() * sizeof(Metrics::Cell);
  if (file.size() != before + names.size()) return false;
  const std::shared_ptr<char[]> bytes = map(file, PROT_READ);
  if (!bytes) return false;
  const Header header{kMagic, series.size()};
  return std::memcmp(bytes.get(), &header, sizeof header) == 0 &&
         names == std::string_view(bytes.get() + before, names.size());
}

// The file at the path, with these series, locked by this process; nothing if another has it.
std::optional<File> take(const std::string& path, const std::vector<core::MetricSeries>& series) {
  for (;;) {
    File file(path, O_RDWR | O_CREAT | O_CLOEXEC);
    if (!file.is_open()) fail("cannot open " + path);
    if (!file.lock()) return std::nullopt;
    if (!file.is_at(path)) continue;
    if (has_series(file, series)) return file;
    // Replaced atomically, so that nobody reads a partial file. Only the holder of the lock does
    // it.
    const std::string fresh_path = path + ".new";
    unlink(fresh_path.c_str());
    File fresh = write_file(fresh_path, series, read_values(file));
    if (rename(fresh_path.c_str(), path.c_str()) != 0) fail("cannot put " + path + " in place");
    return fresh;
  }
}

// Releases the mapping and the file, with its lock, together.
std::shared_ptr<Metrics::Cell[]> cells_of(File taken) {
  const auto file = std::make_shared<File>(std::move(taken));
  const std::shared_ptr<char[]> bytes = map(*file, PROT_READ | PROT_WRITE);
  if (!bytes) fail("cannot map a file of metrics");
  return {cells_in(bytes.get()), [file, bytes](Metrics::Cell*) {}};
}

}  // namespace

std::shared_ptr<Metrics::Cell[]> take_metrics_file(const std::string& folder,
                                                   const std::vector<core::MetricSeries>& series) {
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot make " + folder);
  for (unsigned number = 1;; ++number) {
    std::optional<File> taken =
        take(folder + '/' + std::string(kPrefix) + std::to_string(number), series);
    if (!taken) continue;
    return cells_of(*std::move(taken));
  }
}

std::shared_ptr<Metrics::Cell[]> take_maintenance_metrics_file(
    const std::string& folder, const std::vector<core::MetricSeries>& series) {
  constexpr std::chrono::milliseconds kPause(10);
  for (;;) {
    std::optional<File> taken = take(folder + '/' + std::string(kMaintenance), series);
    if (taken) return cells_of(*std::move(taken));
    std::this_thread::sleep_for(kPause);
  }
}

std::vector<ProcessMetrics> read_metrics_files(const std::string& folder) {
  std::vector<ProcessMetrics> processes;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (!(name.starts_with(kPrefix) || name == kMaintenance) || name.ends_with(".new")) continue;
    const File file(entry.path().string(), O_RDONLY | O_CLOEXEC);
    if (!file.is_open()) continue;
    processes.push_back({file.is_locked_by_another(), read_values(file)});
  }
  return processes;
}

namespace {

using Cells = std::shared_ptr<core::Metrics::Cell[]>;

Cells take_file(const std::string& folder, const std::vector<core::MetricSeries>& series) {
  if (folder.empty()) return nullptr;
  try {
    return take_metrics_file(folder, series);
  } catch (const std::runtime_error& failure) {
    runtime::log_event(core::LogLevel::warning, "metrics_not_shared", failure.what());
    return nullptr;
  }
}

ProcessMetrics in_memory(const std::vector<core::MetricSeries>& series,
                         const core::Metrics& metrics) {
  ProcessMetrics process{.is_alive = true, .values = {}};
  const std::vector<std::uint64_t> values = metrics.values();
  for (std::size_t i = 0; i < series.size(); ++i) process.values[series[i].name()] = values[i];
  return process;
}

bool counts_running_only(const core::MetricFamily& family) {
  return family.type == core::MetricType::gauge && family.merge != core::MetricMerge::latest;
}

// The value of one series for the host.
std::uint64_t merge(const core::MetricSeries& series,
                    const std::vector<ProcessMetrics>& processes) {
  const std::string name = series.name();
  std::uint64_t merged = 0;
  for (const ProcessMetrics& process : processes) {
    if (counts_running_only(*series.family) && !process.is_alive) continue;
    const auto found = process.values.find(name);
    if (found == process.values.end() || found->second == 0) continue;
    switch (series.family->merge) {
      case core::MetricMerge::sum:
        merged += found->second;
        break;
      case core::MetricMerge::earliest:
        merged = merged == 0 ? found->second : std::min(merged, found->second);
        break;
      case core::MetricMerge::latest:
        merged = std::max(merged, found->second);
        break;
    }
  }
  return merged;
}

}  // namespace

HostMetrics::HostMetrics(std::string folder, const std::vector<core::MetricRoute>& routes)
    : folder_(std::move(folder)),
      series_(core::Metrics::series(routes)),
      shared_cells_(take_file(folder_, series_)),
      own_(routes, shared_cells_ ? shared_cells_ : core::Metrics::new_cells(routes)) {}

std::vector<std::uint64_t> HostMetrics::merged() const {
  if (folder_.empty()) return own_.values();
  std::vector<ProcessMetrics> processes = read_metrics_files(folder_);
  if (!shared_cells_) processes.push_back(in_memory(series_, own_));
  std::vector<std::uint64_t> values;
  values.reserve(series_.size());
  for (const core::MetricSeries& one : series_) values.push_back(merge(one, processes));
  return values;
}

std::string HostMetrics::text() const {
  return core::to_prometheus_text(series_, merged()) +
         "# HELP artifact_share_build_info The version and build of the responding worker; always "
         "1.\n"
         "# TYPE artifact_share_build_info gauge\n"
         "artifact_share_build_info{version=\"" +
         std::string(version()) + "\",build=\"" + build_id() + "\"} 1\n";
}

}  // namespace runtime
