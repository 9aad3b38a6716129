// UploadStore: the addresses for uploads in PostgreSQL. Each takes one file.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/ids.h"
#include "core/security/tokens.h"
#include "core/time.h"

namespace db {

class Postgres;

// An address that takes a file.
struct WaitingUpload {
  core::BearerToken asker;     // what asked for it
  std::string sealed_request;  // what is to be done with the file
};

class UploadStore {
 public:
  explicit UploadStore(Postgres& postgres) : postgres_(postgres) {}

  // How many addresses of an account can wait for their files.
  static constexpr int kMaximumWaiting = 1000;

  // Returns when the address expires: after its lifetime, or with the key or token of the asker.
  // Errors: quota_exceeded.
  core::Result<core::Timestamp> add(const core::UploadToken& address,
                                    const core::AccountId& account, const core::BearerToken& asker,
                                    const std::string& sealed_request);

  // Errors: not_found; gone if the address was used or has expired.
  core::Result<WaitingUpload> find(const core::UploadToken& address);

  // Uses up an address. Run it in a transaction with what is done with the file, so that an address
  // whose file is refused can be used again. Returns the error if it cannot be used: those of
  // find(); upload_in_progress while another transaction uses it.
  std::optional<core::Error> use(const core::UploadToken& address);

 private:
  Postgres& postgres_;
};

}  // namespace db
