#include "core/security/statement_signature.h"

#include <algorithm>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"

namespace core {

std::string sign_statement(std::string_view statement, const SigningKey& key) {
  return to_base64url(hmac_sha256(key.secret, statement));
}

bool is_statement_signature(std::string_view signature, std::string_view statement,
                            const SigningKeys& keys) {
  return std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
    return equal_in_constant_time(as_bytes(signature), as_bytes(sign_statement(statement, key)));
  });
}

}  // namespace core
