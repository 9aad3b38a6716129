#include "core/secrets/secret_tokens.h"

#include <algorithm>

#include "core/encodings/base62.h"
#include "core/security/checked_secret.h"
#include "core/text/ascii.h"

namespace core {

bool has_base62_checksum(std::string_view token) {
  const std::string_view body = token.substr(token.find('_') + 1);
  const std::size_t length = body.size() - kBase62ChecksumLength;
  return body.substr(length) == base62_checksum(body.substr(0, length));
}

bool is_own_secret(std::string_view token) {
  return is_checked_secret(token.substr(0, token.find('_') + 1), token);
}

// github_pat_ + 22 characters + _ + 59
bool is_fine_grained_token(std::string_view token) {
  constexpr std::size_t kSeparator = 11 + 22;
  return token.find('_', 11) == kSeparator &&
         token.find_first_of("_-", kSeparator + 1) == token.npos;
}

bool has_openai_mark(std::string_view token) { return token.find("T3BlbkFJ") != token.npos; }

// Numbers of a workspace and an app or user, and at the end what is secret: xoxb-1234567890-…-…
bool is_slack_token(std::string_view token) {
  const std::size_t last = token.rfind('-');
  const std::string_view body = token.substr(5, last > 5 ? last - 5 : 0);
  const auto is_number = [](std::string_view part) {
    return part.size() >= 9 && std::all_of(part.begin(), part.end(), is_digit);
  };
  for (std::size_t from = 0; from < body.size();) {
    const std::size_t end = std::min(body.find('-', from), body.size());
    if (is_number(body.substr(from, end - from))) return token.size() - last > 20;
    from = end + 1;
  }
  return false;
}

// The parts' lengths: Postman's PMAK- + 24 + - + 34, Grafana's glsa_ + 32 + _ + 8.
bool is_postman_key(std::string_view token) {
  return token.size() == 64 && token.at(5 + 24) == '-';
}
bool is_grafana_token(std::string_view token) {
  return token.size() == 46 && token.at(5 + 32) == '_';
}

}  // namespace core
