#include "db/upload_store.h"

#include <chrono>
#include <string_view>

#include "db/connection/postgres.h"

namespace db {
namespace {

using core::BearerToken;
using core::Error;
using core::ErrorCode;

constexpr std::chrono::seconds kUploadLifetime{600};
constexpr std::string_view kApiKeyKind = "api_key";
constexpr std::string_view kAccessTokenKind = "access_token";

constexpr Query<R"(
insert into uploads (token_hash, account_id, asker_kind, asker_hash, sealed_request, expires_at)
select $address_hash, $account, $asker_kind, $asker_hash::bytea, $sealed_request,
       date_trunc('milliseconds', least(
         now() + make_interval(secs => $lifetime),
         (select expires_at from api_keys
           where secret_hash = $asker_hash and account_id = $account),
         (select expires_at from oauth_tokens where token_hash = $asker_hash and kind = 'access')))
 where (select count(*)
          from uploads
         where account_id = $account and used_at is null and expires_at > now()) < $most_waiting
returning expires_at)">
    kAddUpload{"upload_add"};

constexpr Query<R"(
select asker_kind, asker_hash, sealed_request, used_at is not null as is_used,
       expires_at <= now() as has_expired
  from uploads
 where token_hash = $address_hash)">
    kFindUpload{"upload_find"};

constexpr Query<R"(
with open as (
  select token_hash
    from uploads
   where token_hash = $address_hash and used_at is null and expires_at > now()
     for update skip locked
)
update uploads
   set used_at = now(), sealed_request = null
  from open
 where uploads.token_hash = open.token_hash
returning true)">
    kUseUpload{"upload_use"};

Error not_found_upload() { return {ErrorCode::not_found, "no resource at this path"}; }

Error gone_upload(std::string_view why) {
  return {ErrorCode::gone, "this address " + std::string(why) +
                               "; ask for a new one with POST /artifacts/uploads or the tool "
                               "prepare_upload"};
}

}  // namespace

core::Result<core::Timestamp> UploadStore::add(const core::UploadToken& address,
                                               const core::AccountId& account,
                                               const BearerToken& asker,
                                               const std::string& sealed_request) {
  const auto kind = asker.kind() == BearerToken::Kind::api_key ? kApiKeyKind : kAccessTokenKind;
  const Rows rows = postgres_.write(
      kAddUpload, "address_hash"_a = address.hash(), "account"_a = account, "asker_kind"_a = kind,
      "asker_hash"_a = asker.hash(), "sealed_request"_a = sealed_request,
      "lifetime"_a = kUploadLifetime.count(), "most_waiting"_a = kMaximumWaiting);
  if (!rows.empty()) return rows[0].timestamp("expires_at");
  return Error{ErrorCode::quota_exceeded,
               "the account has " + std::to_string(kMaximumWaiting) +
                   " addresses that wait for their files; use them, or wait until they expire, "
                   "ten minutes after they were asked for"};
}

core::Result<WaitingUpload> UploadStore::find(const core::UploadToken& address) {
  const Rows rows = postgres_.read(kFindUpload, "address_hash"_a = address.hash());
  if (rows.empty()) return not_found_upload();
  const Row row = rows[0];
  if (row.boolean("is_used")) return gone_upload("was used already, and takes one file");
  if (row.boolean("has_expired")) return gone_upload("has expired");
  const auto kind = row.text("asker_kind") == kApiKeyKind ? BearerToken::Kind::api_key
                                                          : BearerToken::Kind::access_token;
  return WaitingUpload{BearerToken::stored(kind, row.sha256("asker_hash")),
                       std::string(row.text("sealed_request"))};
}

std::optional<Error> UploadStore::use(const core::UploadToken& address) {
  if (!postgres_.write(kUseUpload, "address_hash"_a = address.hash()).empty()) return std::nullopt;
  if (const auto waiting = find(address); !waiting) return waiting.error();
  return Error{ErrorCode::upload_in_progress,
               "another upload to this address is in progress; if it fails, try again",
               {},
               std::chrono::seconds(1)};
}

}  // namespace db
