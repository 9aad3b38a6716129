#include "core/account/password_rule.h"

#include <string>
#include <utility>
#include <vector>

#include <zxcvbn.h>

#include "core/text/utf8.h"

namespace core {
namespace {

constexpr std::size_t kFewest = 12;
constexpr std::size_t kMaximum = 128;

// A hundred million guesses, in bits: what a thief of the hashes, which are slow to compute, tries
// last. Common passwords, names, dates, repetitions and rows of keys are below it.
constexpr double kFewestBits = 26.5;

// The address, its parts, and the words of this service.
std::vector<std::string> words_guessed_first(std::string_view email) {
  std::vector<std::string> words{"artifact", "share", std::string(email)};
  std::string part;
  for (const char c : email) {
    if (c == '@' || c == '.' || c == '-' || c == '_' || c == '+') {
      words.push_back(std::exchange(part, {}));
    } else {
      part += c;
    }
  }
  words.push_back(part);
  std::erase_if(words, [](const std::string& word) { return word.size() < 3; });
  return words;
}

bool is_easy_to_guess(const std::string& password, std::string_view email) {
  const std::vector<std::string> words = words_guessed_first(email);
  std::vector<const char*> dictionary;
  dictionary.reserve(words.size() + 1);
  for (const std::string& word : words) dictionary.push_back(word.c_str());
  dictionary.push_back(nullptr);
  return ZxcvbnMatch(password.c_str(), dictionary.data(), nullptr) < kFewestBits;
}

}  // namespace

std::optional<Error> check_new_password(std::string_view field, std::string_view password,
                                        std::string_view email) {
  const auto problem = [&](std::string message) {
    return Error{ErrorCode::invalid_request, std::move(message), std::string(field)};
  };
  if (!is_utf8(password)) return problem("must be valid UTF-8 text");
  const std::size_t length = count_code_points(password);
  if (length < kFewest)
    return problem("must have at least " + std::to_string(kFewest) + " characters");
  if (length > kMaximum)
    return problem("must have at most " + std::to_string(kMaximum) + " characters");
  if (is_easy_to_guess(std::string(password), email))
    return problem("is too easy to guess; use a phrase of several unrelated words");
  return std::nullopt;
}

}  // namespace core
