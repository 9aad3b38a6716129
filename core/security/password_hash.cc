#include "core/security/password_hash.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

struct Parameters {
  std::uint32_t log2_cost = 15;
  std::uint32_t block_size = 8;
  std::uint32_t parallelism = 3;
};

// The maximum parameters of a stored hash: 128 MiB, and the corresponding CPU time.
constexpr Parameters kLargest{17, 8, 8};
constexpr std::uint64_t kMaximumMemory = std::uint64_t{160} * 1024 * 1024;
constexpr std::size_t kSaltBytes = 16;

Sha256 derive(std::string_view password, std::string_view salt, const Parameters& parameters) {
  const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> scrypt(
      EVP_KDF_fetch(nullptr, "SCRYPT", nullptr), &EVP_KDF_free);
  const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> context(
      EVP_KDF_CTX_new(scrypt.get()), &EVP_KDF_CTX_free);
  if (!context) throw std::runtime_error("OpenSSL offers no scrypt");

  std::string password_copy(password);
  std::string salt_copy(salt);
  std::uint64_t cost = std::uint64_t{1} << parameters.log2_cost;
  std::uint32_t block_size = parameters.block_size;
  std::uint32_t parallelism = parameters.parallelism;
  std::uint64_t maximum_memory = kMaximumMemory;
  const std::array<OSSL_PARAM, 7> settings{
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, password_copy.data(),
                                        password_copy.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt_copy.data(), salt_copy.size()),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &cost),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &block_size),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &parallelism),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &maximum_memory),
      OSSL_PARAM_construct_end(),
  };
  Sha256 hash{};
  if (EVP_KDF_derive(context.get(), hash.data(), hash.size(), settings.data()) != 1)
    throw std::runtime_error("scrypt failed");
  return hash;
}

// Removes `literal` and a number from the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text, std::string_view literal) {
  if (!text.starts_with(literal)) return std::nullopt;
  text.remove_prefix(literal.size());
  std::uint32_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::string hash_password(std::string_view password) {
  const Parameters parameters;
  std::array<std::uint8_t, kSaltBytes> salt{};
  fill_random(salt);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes as text, no more.
  const std::string_view salt_text(reinterpret_cast<const char*>(salt.data()), salt.size());
  const Sha256 hash = derive(password, salt_text, parameters);
  return "$scrypt$ln=" + std::to_string(parameters.log2_cost) +
         ",r=" + std::to_string(parameters.block_size) +
         ",p=" + std::to_string(parameters.parallelism) + '$' + to_base64url(salt) + '$' +
         to_base64url(hash);
}

bool verify_password(std::string_view password, std::string_view stored) {
  const auto log2_cost = take_number(stored, "$scrypt$ln=");
  const auto block_size = take_number(stored, ",r=");
  const auto parallelism = take_number(stored, ",p=");
  if (!log2_cost || !block_size || !parallelism || !stored.starts_with('$')) return false;
  if (*log2_cost < 1 || *log2_cost > kLargest.log2_cost || *block_size < 1 ||
      *block_size > kLargest.block_size || *parallelism < 1 || *parallelism > kLargest.parallelism)
    return false;
  stored.remove_prefix(1);
  const std::size_t separator = stored.find('$');
  if (separator == std::string_view::npos) return false;
  const auto salt = from_base64url(stored.substr(0, separator));
  const auto hash = from_base64url(stored.substr(separator + 1));
  if (!salt || !hash) return false;
  const Sha256 derived = derive(password, *salt, {*log2_cost, *block_size, *parallelism});
  return equal_in_constant_time(derived, as_bytes(*hash));
}

}  // namespace core
