#include "core/security/cryptography.h"

#include <memory>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

namespace core {
namespace {

// Fetched once: an implicit fetch for each digest costs more than the digest.
const EVP_MD* sha256_digest() {
  static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> digest(
      EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free);
  if (!digest) throw std::runtime_error("OpenSSL offers no SHA-256");
  return digest.get();
}

}  // namespace

void fill_random(std::span<std::uint8_t> bytes) {
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
    throw std::runtime_error("the system's random source failed");
}

Sha256 sha256(std::string_view data) {
  Sha256 digest{};
  if (EVP_Digest(data.data(), data.size(), digest.data(), nullptr, sha256_digest(), nullptr) != 1)
    throw std::runtime_error("SHA-256 failed");
  return digest;
}

Sha256 hmac_sha256(std::string_view key, std::string_view data) {
  Sha256 code{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL reads bytes.
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
  if (HMAC(sha256_digest(), key.data(), static_cast<int>(key.size()), bytes, data.size(),
           code.data(), nullptr) == nullptr)
    throw std::runtime_error("HMAC-SHA-256 failed");
  return code;
}

bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace core
