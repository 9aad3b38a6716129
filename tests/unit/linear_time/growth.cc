#include "growth.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include <gtest/gtest.h>
#include <malloc.h>

namespace tests {
namespace {

using std::chrono::nanoseconds;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMeasures = false;
#else
constexpr bool kMeasures = true;
#endif

// What may grow too much is measured again, as other work on the machine disturbs caches, and then
// with longer texts, in which a loop within a loop shows more. Only growth above kMostGrowth
// counts, where the longest text takes kClearTime, and at two lengths in succession: caches alone
// make it up to 2.8, and memory that is taken anew up to 6 at one length.
constexpr std::size_t kShortest = std::size_t{24} << 10;
constexpr std::size_t kLongest = std::size_t{1} << 20;
constexpr int kAttempts = 6;
constexpr double kSuspiciousGrowth = 2.5;
constexpr double kMostGrowth = 3;
constexpr nanoseconds kNoise = std::chrono::microseconds(300);
constexpr nanoseconds kClearTime = std::chrono::milliseconds(100);

constexpr std::array<std::size_t, 3> kLengths{1, 2, 4};
using Texts = std::array<std::string, kLengths.size()>;
using Times = std::array<nanoseconds, kLengths.size()>;

// The text of a placeholder {i…} or {n-i}, without the braces; nothing if it is none.
std::optional<std::string> value_of(std::string_view placeholder, std::size_t i, std::size_t n) {
  if (placeholder == "n-i") return std::to_string(n - 1 - i);
  if (placeholder == "i") return std::to_string(i);
  if (placeholder.size() < 3 || placeholder.front() != 'i') return std::nullopt;
  const std::string operand(placeholder.substr(2));
  if (operand.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  const std::size_t number = std::stoul(operand);
  switch (placeholder[1]) {
    case '+':
      return std::to_string(i + number);
    case '%':
      return std::to_string(i % number);
    case '/':
      return std::to_string(i / number);
    default:
      return std::nullopt;
  }
}

void append(std::string& text, std::string_view unit, std::size_t i, std::size_t n) {
  while (!unit.empty()) {
    const std::size_t open = std::min(unit.find('{'), unit.size());
    text += unit.substr(0, open);
    unit.remove_prefix(open);
    if (unit.empty()) return;
    const std::size_t close = unit.find('}');
    const auto value =
        close == std::string_view::npos ? std::nullopt : value_of(unit.substr(1, close - 1), i, n);
    text += value.value_or("{");
    unit.remove_prefix(value ? close + 1 : 1);
  }
}

Texts texts_of(const Construct& construct, std::size_t bytes) {
  Texts texts;
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = construct.text(bytes * kLengths[i]);
  return texts;
}

nanoseconds cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

// Keeps freed memory, as taking it anew from the system takes longer than the work with it.
void keep_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

nanoseconds time_of(const Work& work, const std::string& text) {
  const nanoseconds begin = cpu_time();
  work.run(text);
  return cpu_time() - begin;
}

bool grows_more(const Times& times, double growth) {
  const auto first = static_cast<double>((times[1] - times[0]).count());
  const auto second = static_cast<double>((times[2] - times[1]).count());
  return second > static_cast<double>(kNoise.count()) && second > growth * first;
}

// The least that the work takes, of as many attempts as are needed to be sure.
Times times_of(const Work& work, const Texts& texts) {
  Times least;
  least.fill(nanoseconds::max());
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    for (std::size_t i = 0; i < texts.size(); ++i)
      least[i] = std::min(least[i], time_of(work, texts[i]));
    if (!grows_more(least, kSuspiciousGrowth)) break;
  }
  return least;
}

std::string figures_of(const Texts& texts, const Times& times) {
  std::string figures;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    figures += (i == 0 ? "" : ", ") + std::to_string(texts[i].size()) + " bytes " +
               std::to_string(static_cast<double>(times[i].count()) / 1e6) + " ms";
  }
  return figures;
}

// The figures of work that takes more than linear time; empty for other work.
std::string steep_figures(const Construct& construct, const Work& work, const Texts& shortest) {
  Texts texts = shortest;
  Times times = times_of(work, texts);
  bool has_grown = false;
  for (std::size_t bytes = 2 * kShortest; grows_more(times, kSuspiciousGrowth); bytes *= 2) {
    const bool is_last = bytes > kLongest || times.back() > 10 * kClearTime;
    const bool grows = grows_more(times, kMostGrowth);
    if (grows && (is_last || (has_grown && times.back() > kClearTime)))
      return figures_of(texts, times);
    if (is_last) break;
    has_grown = grows;
    texts = texts_of(construct, bytes);
    times = times_of(work, texts);
  }
  return {};
}

}  // namespace

Construct many(std::string name, std::string_view unit) {
  return pairs(std::move(name), "", unit, "", "", "");
}

Construct many(std::string name, std::string_view before, std::string_view unit,
               std::string_view after) {
  return pairs(std::move(name), before, unit, "", "", after);
}

Construct pairs(std::string name, std::string_view before, std::string_view unit,
                std::string_view between, std::string_view other, std::string_view after) {
  return {std::move(name),
          [before = std::string(before), unit = std::string(unit), between = std::string(between),
           other = std::string(other), after = std::string(after)](std::size_t bytes) {
            const std::size_t n = std::max<std::size_t>(1, bytes / (unit.size() + other.size()));
            std::string text = before;
            for (std::size_t i = 0; i < n; ++i) append(text, unit, i, n);
            text += between;
            for (std::size_t i = 0; i < n; ++i) append(text, other, i, n);
            return text += after;
          }};
}

Construct nested(std::string name, std::string_view open, std::string_view close) {
  return pairs(std::move(name), "", open, "a", close, "");
}

Construct deepening(std::string name, std::function<std::string(std::size_t number)> part) {
  return {std::move(name), [part = std::move(part)](std::size_t bytes) {
            std::string text;
            for (std::size_t i = 0; text.size() < bytes; ++i) text += part(i);
            return text;
          }};
}

void PrintTo(const Growth& growth, std::ostream* out) { *out << growth.construct.name; }

std::string name_of(const Growth& growth) {
  std::string name = growth.construct.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

void expect_linear_time(const Growth& growth) {
  if (!kMeasures) {
    const std::string text = growth.construct.text(kShortest / 8);
    for (const Work& work : growth.works) work.run(text);
    return;
  }
  keep_memory();
  const Texts texts = texts_of(growth.construct, kShortest);
  for (const Work& work : growth.works) {
    const std::string figures = steep_figures(growth.construct, work, texts);
    EXPECT_EQ(figures, "") << growth.construct.name << ": " << work.name;
  }
}

}  // namespace tests
