#include "templates/table/worded_amount.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/text/text.h"
#include "html/amount.h"

namespace templates {
namespace {

// ISO 4217, and what is written likewise.
constexpr std::string_view kCurrencyCodes =
    " AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB "
    "BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK "
    "DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL "
    "HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD "
    "KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR "
    "MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG "
    "QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC "
    "SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND "
    "VUV WST XAF XCD XOF XPF YER ZAR ZMW BTC ETH ";
constexpr std::array<std::string_view, 6> kScales{"k", "m", "mn", "b", "bn", "t"};

std::size_t letters_at(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), core::is_letter) -
                                  text.begin());
}

// The length of a currency's sign or code at the beginning of the text; 0 if there is none.
std::size_t currency_at(std::string_view text) {
  constexpr std::size_t kCode = 3;
  if (const std::size_t length = html::currency_length(text)) return length;
  if (letters_at(text) != kCode) return 0;
  const std::string code = ' ' + std::string(text.substr(0, kCode)) + ' ';
  return kCurrencyCodes.find(code) == std::string_view::npos ? 0 : kCode;
}

std::size_t minus_or_plus_at(std::string_view text) {
  for (const std::string_view sign : {"-", "+", "−"})
    if (text.starts_with(sign)) return sign.size();
  return 0;
}

// The text around the digits, read from its beginning to its end.
class Surroundings {
 public:
  bool read(std::string_view text, bool is_behind) {
    if (is_behind) take_scale(text);
    while (!text.empty()) {
      if (text.front() == ' ') {
        text.remove_prefix(1);
      } else if (text.front() == (is_behind ? ')' : '(')) {
        text.remove_prefix(1);
        ++(is_behind ? closed_ : opened_);
      } else if (const std::size_t sign = minus_or_plus_at(text)) {
        text.remove_prefix(sign);
        ++signs_;
      } else if (const std::size_t currency = currency_at(text)) {
        text.remove_prefix(currency);
        ++currencies_;
      } else {
        return false;
      }
    }
    return true;
  }

  bool are_of_amount() const {
    return opened_ == closed_ && opened_ + signs_ <= 1 && currencies_ <= 1 &&
           (currencies_ == 1 || has_scale_);
  }

 private:
  void take_scale(std::string_view& text) {
    const std::string_view rest = text.substr(text.starts_with(' ') ? 1 : 0);
    const std::size_t letters = letters_at(rest);
    const std::string word = core::in_lower_case(rest.substr(0, letters));
    if (std::find(kScales.begin(), kScales.end(), word) == kScales.end()) return;
    text = rest.substr(letters);
    has_scale_ = true;
  }

  int opened_ = 0;
  int closed_ = 0;
  int signs_ = 0;
  int currencies_ = 0;
  bool has_scale_ = false;
};

}  // namespace

bool is_worded_amount(std::string_view before, std::string_view after) {
  Surroundings around;
  return around.read(before, false) && around.read(after, true) && around.are_of_amount();
}

bool is_zero_amount(std::string_view text) {
  text = core::trim(text, " ");
  const std::size_t currency = currency_at(text);
  if (currency == 0) return false;
  const std::string_view dash = core::trim(text.substr(currency), " ");
  return dash == "-" || dash == "–" || dash == "—";
}

}  // namespace templates
