// Secrets of forms of their own. Each function gives the length of the secret that begins here; 0
// if there is none.
#pragma once

#include <cstddef>

#include "core/secrets/secret_rule.h"

namespace core {

std::size_t match_private_key(const SecretPlace& place);
std::size_t match_jwt(const SecretPlace& place);
std::size_t match_sendgrid(const SecretPlace& place);
std::size_t match_aws_secret_key(const SecretPlace& place);
std::size_t match_azure_key(const SecretPlace& place);
std::size_t match_slack_webhook(const SecretPlace& place);
std::size_t match_discord_webhook(const SecretPlace& place);

}  // namespace core
