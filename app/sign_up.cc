#include "app/sign_up.h"

#include "app/sign_in.h"
#include "core/principal.h"
#include "core/time.h"
#include "db/account_store.h"
#include "db/counters/attempt_counter.h"
#include "runtime/password_checker.h"

namespace app {

core::Result<NewAccount> read_new_account(core::FieldReader& reader) {
  auto email = reader.email("email");
  auto name = reader.display_name("accountName");
  auto password = reader.new_password("password", email ? std::string_view(email->text()) : "");
  if (reader.error()) return *reader.error();
  return NewAccount{*std::move(email), *std::move(name), *std::move(password)};
}

std::optional<core::Error> SignUp::create(const NewAccount& account,
                                          std::string_view client_address) {
  if (!is_offered_) return core::Error{core::ErrorCode::not_found, "sign-up is turned off"};
  const std::string network = core::client_network(client_address, client_networks_);
  if (passwords_.is_busy(network)) return runtime::too_busy();
  if (const auto reserved = attempts_.reserve_sign_up(client_address); !reserved)
    return too_many_attempts(reserved.wait);
  const auto hash = passwords_.hash(account.password, network);
  if (!hash) {
    attempts_.give_back_sign_up(client_address);
    return hash.error();
  }
  const auto owner = core::UserId::generate(core::now());
  try {
    accounts_.create_with_owner(
        core::Principal::signing_in(owner, account.email.text(), client_address),
        core::AccountId::generate(core::now()), account.name.text(), owner, account.email, *hash);
  } catch (...) {
    attempts_.give_back_sign_up(client_address);
    throw;
  }
  return std::nullopt;
}

}  // namespace app
