#include "core/security/sealed_text.h"

#include <array>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

Context new_context() {
  Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  if (!context) throw std::bad_alloc();
  return context;
}

void check(int outcome) {
  if (outcome != 1) throw std::runtime_error("OpenSSL cannot encrypt");
}

Sha256 encryption_key(const SigningKey& key) { return hmac_sha256(key.secret, "sealed text"); }

// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL's bytes are unsigned.
const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

}  // namespace

std::string seal(std::string_view text, const SigningKey& key) {
  std::array<std::uint8_t, kNonceBytes> nonce{};
  fill_random(nonce);
  const Context context = new_context();
  check(EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, encryption_key(key).data(),
                           nonce.data()));
  std::string sealed(text.size(), '\0');
  int length = 0;
  check(EVP_EncryptUpdate(context.get(), bytes(sealed), &length, bytes(text),
                          static_cast<int>(text.size())));
  check(EVP_EncryptFinal_ex(context.get(), bytes(sealed) + length, &length));
  std::array<std::uint8_t, kTagBytes> tag{};
  check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, tag.data()));
  sealed.append(tag.begin(), tag.end());
  return to_base64url(as_bytes(std::string(nonce.begin(), nonce.end()) + sealed));
}

std::optional<std::string> unseal(std::string_view sealed, const SigningKey& key) {
  const std::optional<std::string> decoded = from_base64url(sealed);
  if (!decoded || decoded->size() < kNonceBytes + kTagBytes) return std::nullopt;
  const std::string_view all = *decoded;
  const std::string_view nonce = all.substr(0, kNonceBytes);
  const std::string_view hidden = all.substr(kNonceBytes, all.size() - kNonceBytes - kTagBytes);
  std::string tag(all.substr(all.size() - kTagBytes));

  const Context context = new_context();
  check(EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, encryption_key(key).data(),
                           bytes(nonce)));
  check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()));
  std::string text(hidden.size(), '\0');
  int length = 0;
  check(EVP_DecryptUpdate(context.get(), bytes(text), &length, bytes(hidden),
                          static_cast<int>(hidden.size())));
  if (EVP_DecryptFinal_ex(context.get(), bytes(text) + length, &length) != 1) return std::nullopt;
  return text;
}

}  // namespace core
