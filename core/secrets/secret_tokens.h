// Tokens that have a checksum or a structure: whether one is genuine, with its prefix.
#pragma once

#include <string_view>

namespace core {

// The last six characters are the checksum of those behind the prefix.
bool has_base62_checksum(std::string_view token);

// Of this service (core/security/checked_secret.h).
bool is_own_secret(std::string_view token);

// GitHub's github_pat_.
bool is_fine_grained_token(std::string_view token);

bool has_openai_mark(std::string_view token);
bool is_slack_token(std::string_view token);
bool is_postman_key(std::string_view token);
bool is_grafana_token(std::string_view token);

}  // namespace core
