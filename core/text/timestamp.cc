#include "core/text/timestamp.h"

#include <chrono>
#include <string_view>

namespace core {
namespace {

void append_number(std::string& out, unsigned value, unsigned width) {
  const std::size_t end = out.size() + width;
  out.append(width, '0');
  for (std::size_t at = end; width-- > 0; value /= 10)
    out[--at] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::string Timestamp::rfc3339() const {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::milliseconds> moment{
      std::chrono::milliseconds(milliseconds_)};
  const auto day = floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{moment - day};

  std::string text;
  text.reserve(24);
  append_number(text, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  text += '-';
  append_number(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_number(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_number(text, static_cast<unsigned>(time.hours().count()), 2);
  text += ':';
  append_number(text, static_cast<unsigned>(time.minutes().count()), 2);
  text += ':';
  append_number(text, static_cast<unsigned>(time.seconds().count()), 2);
  text += '.';
  append_number(text, static_cast<unsigned>(time.subseconds().count()), 3);
  text += 'Z';
  return text;
}

}  // namespace core
