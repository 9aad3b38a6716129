// SenderStore: in PostgreSQL, how accounts present themselves to viewers of their links.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>

#include "core/ids.h"
#include "core/principal.h"
#include "core/sender.h"

namespace db {

class Postgres;

class SenderStore {
 public:
  explicit SenderStore(Postgres& postgres) : postgres_(postgres) {}

  // Those of an account for which nothing was set are the defaults.
  core::SenderSettings find(const core::AccountId& account);

  // The account's logo: a PNG.
  std::optional<std::string> find_logo(const core::AccountId& account);
  // The same by its digest, for viewers: only of an account that is allowed to show it.
  std::optional<std::string> find_shown_logo(const std::string& digest);

  // Whether two names are the same for somebody who reads them.
  bool looks_like(const std::string& name, const std::string& other);

  // False if there is no such account. Another name than before is not allowed, unless the change
  // says so. Recorded in the audit log.
  bool change(const core::Principal& principal, const core::AccountId& account,
              const core::SenderChange& change);

 private:
  Postgres& postgres_;
};

}  // namespace db
