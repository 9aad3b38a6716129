#include "core/installation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/png.h"
#include "core/security/cryptography.h"
#include "core/text/text.h"

namespace core {
namespace {

Error wrong(std::string_view message) { return {ErrorCode::invalid_request, message}; }

// Where they are served (handlers/operations/branding.cc), without the query that names the
// content.
constexpr std::string_view kLogoPath = "/branding/logo";
constexpr std::string_view kColorsPath = "/branding/colors.css";

ServedFile served(std::string data, std::string_view media_type, std::string_view path) {
  constexpr std::size_t kDigestBytes = 8;
  std::string address = std::string(path) + "?v=" + short_sha256(data, kDigestBytes);
  return {std::move(data), media_type, std::move(address)};
}

// Their parts of red, green and blue.
using Color = std::array<std::uint8_t, 3>;

std::optional<Color> read_color(std::string_view text) {
  constexpr std::size_t kLength = 7;
  if (text.size() != kLength || text.front() != '#') return std::nullopt;
  Color color{};
  for (std::size_t i = 0; i < color.size(); ++i) {
    const auto value = [&](std::size_t at) -> int {
      const char c = text[at];
      if (is_digit(c)) return c - '0';
      return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    const int high = value(1 + 2 * i);
    const int low = value(2 + 2 * i);
    if (high < 0 || low < 0) return std::nullopt;
    color.at(i) = static_cast<std::uint8_t>(high * 16 + low);
  }
  return color;
}

// The relative luminance (WCAG 2.2).
double luminance(const Color& color) {
  constexpr std::array kWeights{0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < color.size(); ++i) {
    const double part = color.at(i) / 255.0;
    sum +=
        kWeights.at(i) * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const Color& one, const Color& other) {
  const double first = luminance(one) + 0.05;
  const double second = luminance(other) + 0.05;
  return std::max(first, second) / std::min(first, second);
}

// --background and --surface of pages/assets/page.css.
constexpr std::array<std::string_view, 2> kLightBackgrounds{"#ffffff", "#f5f7f9"};
constexpr std::array<std::string_view, 2> kDarkBackgrounds{"#15181c", "#1e2329"};
constexpr double kLeastContrast = 4.5;

std::string with_one_decimal(double number) {
  // Rounded down, so that what is too little never looks enough.
  const int tenths = static_cast<int>(number * 10);
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

bool is_footer_address(std::string_view word) {
  for (const std::string_view scheme : {"https://", "mailto:"})
    if (word.starts_with(scheme)) return word.size() > scheme.size();
  return false;
}

}  // namespace

Result<std::string> parse_installation_name(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const std::size_t length = count_code_points(text);
  if (length == 0 || length > kMost || refused_in_line(text))
    return wrong("must have 1 to 60 characters on one line");
  return std::string(text);
}

Result<ServedFile> read_logo(std::string_view file) {
  const std::string_view start = trim(file.substr(0, 1024));
  const bool is_svg = start.starts_with('<') && file.find("<svg") != std::string_view::npos;
  if (is_svg) {
    if (file.size() > kMostPngBytes) return wrong("must have at most 64 KiB");
    return served(std::string(file), "image/svg+xml", kLogoPath);
  }
  Result<Png> png = read_png(file);
  if (!png) return png.error();
  return served(std::move(png->data), "image/png", kLogoPath);
}

Result<std::string> parse_link_color(std::string_view text, ColorScheme scheme) {
  const std::string name = in_lower_case(text);
  const auto color = read_color(name);
  if (!color) return wrong("must be a colour such as #0b5bd3, not \"" + std::string(text) + "\"");
  const bool is_light = scheme == ColorScheme::light;
  for (const std::string_view background : is_light ? kLightBackgrounds : kDarkBackgrounds) {
    const double reached = contrast(*color, read_color(background).value());
    if (reached >= kLeastContrast) continue;
    return wrong("must have a contrast of at least 4.5 to " + std::string(background) +
                 ", a background of " + (is_light ? "light" : "dark") + " pages; " + name +
                 " has " + with_one_decimal(reached) + ". Choose a " +
                 (is_light ? "darker" : "lighter") + " colour");
  }
  return name;
}

std::optional<ServedFile> stylesheet_of(std::string_view light, std::string_view dark) {
  if (light.empty() && dark.empty()) return std::nullopt;
  std::string rule = ":root {\n";
  if (!light.empty()) rule.append("  --own-link: ").append(light).append(";\n");
  if (!dark.empty()) rule.append("  --own-link-on-dark: ").append(dark).append(";\n");
  return served(rule + "}\n", "text/css", kColorsPath);
}

Result<std::vector<FooterLink>> parse_footer_links(std::string_view text) {
  constexpr std::size_t kMost = 6;
  constexpr std::size_t kLongestLabel = 40;
  std::vector<FooterLink> links;
  std::string label;
  for (std::string& word : split_words(text)) {
    if (!is_footer_address(word)) {
      label.append(label.empty() ? "" : " ").append(word);
      continue;
    }
    if (label.empty()) return wrong("must have a label before " + word);
    if (count_code_points(label) > kLongestLabel || refused_in_line(label))
      return wrong("must have labels of at most 40 characters on one line");
    links.push_back({std::exchange(label, {}), std::move(word)});
  }
  if (!label.empty()) {
    return wrong("must have an address that begins with https:// or mailto: after \"" + label +
                 "\"");
  }
  if (links.size() > kMost) return wrong("must have at most 6 links");
  return links;
}

std::string digest_of(const Installation& installation) {
  std::string shown = installation.name;
  const auto add = [&shown](std::string_view part) { shown.append(1, '\n').append(part); };
  add(installation.logo ? installation.logo->address : "");
  add(installation.stylesheet ? installation.stylesheet->address : "");
  for (const FooterLink& link : installation.footer_links) {
    add(link.label);
    add(link.address);
  }
  constexpr std::size_t kBytes = 12;
  return short_sha256(shown, kBytes);
}

Result<HomePage> parse_home_page(std::string_view text) {
  if (text == "on") return HomePage{};
  if (text == "off") return HomePage{.is_there = false};
  const bool is_path = text.size() > 1 && text.front() == '/' && text[1] != '/';
  const bool is_address = text.starts_with("https://") && text.size() > 8;
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if ((is_path || is_address) && is_plain) return HomePage{.elsewhere = std::string(text)};
  return wrong(
      "must be on, off, a path such as /dashboard, or an address that begins with https://");
}

}  // namespace core
