#include "core/security/secret_rules.h"

#include <algorithm>
#include <array>

#include "core/security/secret_matchers.h"
#include "core/security/tokens.h"
#include "core/text/text.h"

namespace core {

// The kinds of secrets that are recognised in what is published. To add one, add a line to kRules,
// and a case to tests/unit/core/secret_rules_test.cc.
//
// Rules rather miss a secret than report something else: each has a prefix that its issuer chose so
// that it can be found, and what documentation uses in place of secrets is left out. Everything
// here reads a bounded number of characters per place, so scanning takes linear time.

namespace {

using enum SecretAlphabet;

constexpr std::array kRules{
    SecretRule{.kind = "private_key",
               .name = "a private key",
               .prefix = "-----BEGIN ",
               .anchor = 4,
               .match = match_private_key},
    SecretRule{.kind = "json_web_token",
               .name = "a JSON Web Token",
               .prefix = "eyJ",
               .anchor = 0,
               .match = match_jwt},
    SecretRule{.kind = "password_in_url",
               .name = "an address with a password",
               .prefix = "://",
               .anchor = 0,
               .match = match_address},
    SecretRule{.kind = "password_in_url",
               .name = "an address with a password",
               .prefix = ":\\/\\/",
               .anchor = 2,
               .match = match_address},
    SecretRule{.kind = "password_in_connection_string",
               .name = "a connection string with a password",
               .prefix = "assword=",
               .anchor = 5,
               .match = match_connection_string},
    SecretRule{.kind = "password_in_connection_string",
               .name = "a connection string with a password",
               .prefix = "ASSWORD=",
               .anchor = 5,
               .match = match_connection_string},
    SecretRule{.kind = "password_in_connection_string",
               .name = "a connection string with a password",
               .prefix = "wd=",
               .anchor = 0,
               .match = match_connection_string},
    SecretRule{.kind = "password_in_connection_string",
               .name = "a connection string with a password",
               .prefix = "WD=",
               .anchor = 0,
               .match = match_connection_string},
    SecretRule{"artifact_share_key", "an API key of this service", "artk_", 2, letters_and_digits,
               42, 42, is_own_secret},
    SecretRule{"artifact_share_token", "an access token of this service", "arto_", 2,
               letters_and_digits, 42, 42, is_own_secret},
    SecretRule{"artifact_share_token", "a refresh token of this service", "artr_", 2,
               letters_and_digits, 42, 42, is_own_secret},

    SecretRule{"github_token", "a GitHub token", "ghp_", 1, letters_and_digits, 36, 36,
               has_base62_checksum},
    SecretRule{"github_token", "a GitHub token", "gho_", 1, letters_and_digits, 36, 36,
               has_base62_checksum},
    SecretRule{"github_token", "a GitHub token", "ghu_", 1, letters_and_digits, 36, 36,
               has_base62_checksum},
    SecretRule{"github_token", "a GitHub token", "ghs_", 1, letters_and_digits, 36, 36,
               has_base62_checksum},
    SecretRule{"github_token", "a GitHub token", "ghr_", 1, letters_and_digits, 36, 36,
               has_base62_checksum},
    SecretRule{"github_token", "a GitHub token", "github_pat_", 5, base64url, 82, 82,
               is_fine_grained_token},
    SecretRule{"gitlab_token", "a GitLab token", "glpat-", 0, base64url, 20, 60},
    SecretRule{"npm_token", "an npm token", "npm_", 1, letters_and_digits, 36, 36},
    SecretRule{"pypi_token", "a PyPI token", "pypi-AgEIcHlwaS5vcmc", 5, base64url, 50, 300},
    SecretRule{"rubygems_key", "a RubyGems API key", "rubygems_", 6, lower_hexadecimal, 48, 48},
    SecretRule{"docker_token", "a Docker Hub token", "dckr_pat_", 0, base64url, 27, 60},

    SecretRule{"aws_access_key", "an AWS access key ID", "AKIA", 0, upper_base32, 16, 16},
    SecretRule{"aws_access_key", "an AWS access key ID", "ASIA", 0, upper_base32, 16, 16},
    SecretRule{.kind = "aws_secret_key",
               .name = "an AWS secret access key",
               .prefix = "secret_access_key",
               .anchor = 12,
               .match = match_aws_secret_key},
    SecretRule{.kind = "aws_secret_key",
               .name = "an AWS secret access key",
               .prefix = "SECRET_ACCESS_KEY",
               .anchor = 12,
               .match = match_aws_secret_key},
    SecretRule{.kind = "aws_secret_key",
               .name = "an AWS secret access key",
               .prefix = "ecretAccessKey",
               .anchor = 10,
               .match = match_aws_secret_key},
    SecretRule{.kind = "azure_storage_key",
               .name = "an Azure storage key",
               .prefix = "AccountKey=",
               .anchor = 8,
               .match = match_azure_key},
    SecretRule{"google_api_key", "a Google API key", "AIza", 1, base64url, 35, 35},
    SecretRule{"google_client_secret", "a Google OAuth client secret", "GOCSPX-", 3, base64url, 28,
               28},
    SecretRule{"digitalocean_token", "a DigitalOcean token", "dop_v1_", 2, lower_hexadecimal, 64,
               64},
    SecretRule{"digitalocean_token", "a DigitalOcean token", "doo_v1_", 2, lower_hexadecimal, 64,
               64},
    SecretRule{"heroku_key", "a Heroku API key", "HRKU-AA", 2, base64url, 50, 64},
    SecretRule{"vault_token", "a Vault token", "hvs.", 0, base64url, 24, 200},
    SecretRule{"age_secret_key", "an age secret key", "AGE-SECRET-KEY-1", 2, upper_and_digits, 58,
               58},

    SecretRule{"stripe_key", "a live Stripe key", "sk_live_", 1, letters_and_digits, 24, 247},
    SecretRule{"stripe_key", "a live Stripe key", "rk_live_", 1, letters_and_digits, 24, 247},
    SecretRule{"shopify_token", "a Shopify token", "shpat_", 1, lower_hexadecimal, 32, 32},
    SecretRule{"shopify_token", "a Shopify token", "shpss_", 1, lower_hexadecimal, 32, 32},
    SecretRule{"square_token", "a Square token", "sq0atp-", 1, base64url, 22, 60},
    SecretRule{"square_token", "a Square token", "sq0csp-", 1, base64url, 43, 60},
    SecretRule{.kind = "sendgrid_key",
               .name = "a SendGrid API key",
               .prefix = "SG.",
               .anchor = 0,
               .match = match_sendgrid},
    SecretRule{.kind = "slack_webhook",
               .name = "a Slack webhook",
               .prefix = "hooks.slack.com/services/",
               .anchor = 4,
               .match = match_slack_webhook},
    SecretRule{.kind = "discord_webhook",
               .name = "a Discord webhook",
               .prefix = "discord.com/api/webhooks/",
               .anchor = 11,
               .match = match_discord_webhook},
    SecretRule{"slack_token", "a Slack token", "xoxb-", 0, base64url, 40, 250, is_slack_token},
    SecretRule{"slack_token", "a Slack token", "xoxp-", 0, base64url, 40, 250, is_slack_token},
    SecretRule{"slack_token", "a Slack token", "xoxa-", 0, base64url, 40, 250, is_slack_token},
    SecretRule{"slack_token", "a Slack token", "xoxs-", 0, base64url, 40, 250, is_slack_token},
    SecretRule{"slack_token", "a Slack token", "xapp-", 0, base64url, 40, 250, is_slack_token},

    SecretRule{"anthropic_key", "an Anthropic API key", "sk-ant-", 3, base64url, 80, 140},
    SecretRule{"openai_key", "an OpenAI API key", "sk-", 0, base64url, 40, 200, has_openai_mark},
    SecretRule{"hugging_face_token", "a Hugging Face token", "hf_", 0, letters_and_digits, 34, 40},
    SecretRule{"grafana_token", "a Grafana token", "glsa_", 1, base64url, 41, 41, is_grafana_token},
    SecretRule{"postman_key", "a Postman API key", "PMAK-", 0, base64url, 59, 59, is_postman_key},
    SecretRule{"linear_key", "a Linear API key", "lin_api_", 3, letters_and_digits, 40, 40},
    SecretRule{"supabase_token", "a Supabase token", "sbp_", 0, lower_hexadecimal, 40, 40},
    SecretRule{"planetscale_token", "a PlanetScale token", "pscale_tkn_", 6, base64url, 32, 64},
    SecretRule{"new_relic_key", "a New Relic key", "NRAK-", 0, upper_and_digits, 27, 27},
    SecretRule{"figma_token", "a Figma token", "figd_", 2, base64url, 40, 60},
};

std::size_t match_token(const SecretRule& rule, const SecretPlace& place) {
  if (!begins_a_word(place.before)) return 0;
  const std::string_view body = place.text.substr(rule.prefix.size());
  const std::size_t length = run_of(body, rule.most + 1, rule.alphabet);
  if (length < rule.least || length > rule.most) return 0;
  // Part of a longer word.
  if (length < body.size() && (is_letter_or_digit(body[length]) || body[length] == '_')) return 0;
  const std::string_view token = place.text.substr(0, rule.prefix.size() + length);
  if (is_within_base64(place) || is_made_up(token.substr(rule.prefix.size()))) return 0;
  if (rule.is_genuine != nullptr && !rule.is_genuine(token)) return 0;
  return token.size();
}

}  // namespace

std::span<const SecretRule> secret_rules() { return kRules; }

std::size_t match_secret(const SecretRule& rule, const SecretPlace& place) {
  return rule.match != nullptr ? rule.match(place) : match_token(rule, place);
}

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
