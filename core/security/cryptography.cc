#include "core/security/cryptography.h"

#include <memory>
#include <stdexcept>
#include <string>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include "core/text/encodings.h"

namespace core {
namespace {

// Fetched once: an implicit fetch for each digest costs more than the digest.
const EVP_MD* sha256_digest() {
  static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> digest(
      EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free);
  if (!digest) throw std::runtime_error("OpenSSL offers no SHA-256");
  return digest.get();
}

using MacContext = std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)>;

// Without a key.
MacContext new_hmac_sha256() {
  static const std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> hmac(
      EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr), &EVP_MAC_free);
  MacContext context(EVP_MAC_CTX_new(hmac.get()), &EVP_MAC_CTX_free);
  std::string digest = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  if (!context || EVP_MAC_CTX_set_params(context.get(), parameters.data()) != 1)
    throw std::runtime_error("OpenSSL offers no HMAC-SHA-256");
  return context;
}

const unsigned char* bytes_of(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL reads bytes.
  return reinterpret_cast<const unsigned char*>(text.data());
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

std::string short_sha256(std::string_view data, std::size_t bytes) {
  const Sha256 digest = sha256(data);
  return to_hexadecimal(std::span(digest).first(bytes));
}

Sha256 hmac_sha256(std::string_view key, std::string_view data) {
  // One for each thread: HMAC() makes one for each call, which takes longer than the code itself.
  static thread_local const MacContext context = new_hmac_sha256();
  Sha256 code{};
  std::size_t size = 0;
  // A null key would keep the previous one.
  const unsigned char* key_bytes = bytes_of(key.empty() ? std::string_view("") : key);
  if (EVP_MAC_init(context.get(), key_bytes, key.size(), nullptr) != 1 ||
      EVP_MAC_update(context.get(), bytes_of(data), data.size()) != 1 ||
      EVP_MAC_final(context.get(), code.data(), &size, code.size()) != 1 || size != code.size())
    throw std::runtime_error("HMAC-SHA-256 failed");
  return code;
}

bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace core
