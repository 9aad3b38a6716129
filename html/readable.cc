#include "html/readable.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string_view>

#include "core/text/text.h"
#include "html/amount.h"

namespace html {
namespace {

constexpr std::array<Message, 12> kMonths{"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};

std::chrono::year_month_day date_of(core::Timestamp moment) {
  const std::chrono::sys_seconds seconds{std::chrono::seconds(moment.unix_seconds())};
  return std::chrono::floor<std::chrono::days>(seconds);
}

Message month_of(const std::chrono::year_month_day& date) {
  return kMonths.at(static_cast<unsigned>(date.month()) - 1);
}

// The text between the day, the month and the year.
std::string_view separator_after_day(Language language) {
  return language == Language::german ? ". " : language == Language::spanish ? " de " : " ";
}

std::string date_text(core::Timestamp moment, Language language) {
  const std::chrono::year_month_day date = date_of(moment);
  std::string text = std::to_string(static_cast<unsigned>(date.day()));
  text += separator_after_day(language);
  text += month_of(date).in(language);
  text += language == Language::spanish ? " de " : " ";
  text += std::to_string(static_cast<int>(date.year()));
  return text;
}

std::string clock_text(core::Timestamp moment) { return moment.rfc3339().substr(11, 5); }

std::string moment_text(core::Timestamp moment, Language language) {
  return date_text(moment, language) + ", " + clock_text(moment) + " UTC";
}

}  // namespace

Html readable_date(core::Timestamp moment, Language language) {
  return html::format("<time datetime=\"{}\">{}</time>", moment.rfc3339(),
                      date_text(moment, language));
}

Html readable_day(core::Timestamp beginning) {
  return html::format("<time datetime=\"{}\">{}</time>", beginning.rfc3339().substr(0, 10),
                      date_text(beginning, Language::english));
}

std::string readable_moment_text(core::Timestamp moment) {
  return moment_text(moment, Language::english);
}

Html readable_moment(core::Timestamp moment, Language language) {
  return html::format("<time datetime=\"{}\">{}</time>", moment.rfc3339(),
                      moment_text(moment, language));
}

Html readable_age(core::Timestamp moment, Language language) {
  return html::format("<time class=\"age\" datetime=\"{}\">{}</time>", moment.rfc3339(),
                      html::format(language, "on {}", date_text(moment, language)));
}

Html readable_end(core::Timestamp moment, core::Timestamp now, Language language) {
  constexpr std::int64_t kNear = std::int64_t{48} * 3600;
  const bool is_near = moment.unix_seconds() - now.unix_seconds() < kNear;
  const Html day = html::format(language, "on {}", date_text(moment, language));
  return html::format(
      "<time class=\"end\" datetime=\"{}\">{}</time>", moment.rfc3339(),
      is_near ? html::format(language, "{} at {}", day, clock_text(moment) + " UTC") : day);
}

std::string day_and_month(core::Timestamp moment) {
  const std::chrono::year_month_day date = date_of(moment);
  return std::to_string(static_cast<unsigned>(date.day())) + ' ' +
         std::string(month_of(date).in(Language::english).substr(0, 3));
}

std::string changes_in_words(const core::Version& version, Language language) {
  if (version.number == core::kFirstVersion) return std::string(Message("created").in(language));
  std::string words;
  for (const std::string& change : version.changes) {
    const Message word = change == "content" ? Message("content")
                         : change == "title" ? Message("title")
                                             : Message("description");
    words.append(words.empty() ? "" : ", ").append(word.in(language));
  }
  return words;
}

namespace {

constexpr std::size_t kMaximumLength = std::size_t{1024} * 1024;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The end of the string that begins at `at`.
std::size_t string_end(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at)
    if (json[at] == '\\') ++at;
  return at < json.size() ? at + 1 : json.size();
}

class Layout {
 public:
  Layout(std::string_view json, Language language) : json_(json), language_(language) {}

  std::string text() {
    for (std::size_t at = 0; at < json_.size();) {
      if (text_.size() > kMaximumLength)
        return text_ + "\n… (" + std::string(Message("truncated").in(language_)) + ")";
      at = json_[at] == '"' ? write_string(at) : write_character(at);
    }
    return text_;
  }

 private:
  std::size_t write_string(std::size_t at) {
    const std::size_t end = string_end(json_, at);
    // text() stops just past the limit, between two characters.
    text_ += core::whole_characters(json_.substr(at, end - at), kMaximumLength - text_.size() + 4);
    return end;
  }

  std::size_t write_character(std::size_t at) {
    const char c = json_[at];
    if (is_space(c)) return at + 1;
    switch (c) {
      case '{':
      case '[':
        return open(at);
      case '}':
      case ']':
        --depth_;
        new_line();
        text_ += c;
        break;
      case ',':
        text_ += c;
        new_line();
        break;
      case ':':
        text_ += ": ";
        break;
      default:
        text_ += c;
    }
    return at + 1;
  }

  // Empty objects and arrays stay on one line.
  std::size_t open(std::size_t at) {
    std::size_t next = at + 1;
    while (next < json_.size() && is_space(json_[next])) ++next;
    text_ += json_[at];
    if (next < json_.size() && (json_[next] == '}' || json_[next] == ']')) {
      text_ += json_[next];
      return next + 1;
    }
    ++depth_;
    new_line();
    return next;
  }

  void new_line() {
    text_ += '\n';
    text_.append(depth_ * 2, ' ');
  }

  std::string_view json_;
  const Language language_;
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string readable_json(std::string_view json, Language language) {
  return Layout(json, language).text();
}

namespace {

// A number with commas between groups of digits and a decimal point, as a language writes it. In
// Spanish, four digits are no groups.
std::string in_language(std::string_view number, Language language) {
  if (language == Language::english) return std::string(number);
  constexpr std::size_t kBeforeFour = 1;
  const std::size_t comma = number.find(',');
  const bool has_four_digits =
      comma == number.find_first_of("0123456789") + kBeforeFour && comma == number.rfind(',');
  const std::string_view group = language == Language::french                       ? "\u202f"
                                 : language == Language::spanish && has_four_digits ? ""
                                                                                    : ".";
  std::string text;
  for (const char c : number) {
    if (c == ',')
      text += group;
    else
      text += c == '.' ? ',' : c;
  }
  return text;
}

}  // namespace

std::string readable_count(std::size_t count, Language language) {
  return in_language(group_thousands(count), language);
}

std::string readable_number(std::string_view number, Language language) {
  const std::size_t sign = number.starts_with('-') ? 1 : 0;
  const bool is_decimal = number.find_first_not_of(".0123456789", sign) == std::string_view::npos;
  // Most numbers are so short that they have no errors of binary arithmetic.
  constexpr std::size_t kShort = 15;
  if (is_decimal && number.size() <= kShort) {
    const std::size_t point = std::min(number.find('.'), number.size());
    std::string text(number.substr(0, sign));
    text.append(group_thousands(number.substr(sign, point - sign))).append(number.substr(point));
    return in_language(text, language);
  }
  const auto amount = is_decimal ? Amount::parse(number) : std::nullopt;
  return amount ? in_language(amount->as_number(), language) : std::string(number);
}

std::string exact_number(double number) {
  // An exponent from where JavaScript writes one; std::to_chars alone writes 1e+06 for a million.
  const double size = std::abs(number);
  const bool is_plain = size == 0 || (size >= 1e-6 && size < 1e21);
  std::array<char, 32> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number,
                    is_plain ? std::chars_format::fixed : std::chars_format::general);
  return {text.data(), written.ptr};
}

Html number_html(std::string_view number, Language language) {
  const std::string readable = readable_number(number, language);
  if (readable == number) return Html::text(number);
  return html::format("<data value=\"{}\">{}</data>", number, readable);
}

}  // namespace html
