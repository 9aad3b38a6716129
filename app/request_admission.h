// RequestAdmission: whether a request can be processed now. Writes need free space in the database,
// and large bodies take turns.
//
// Not thread-safe, like its connection. Everything it refers to must outlive it.
#pragma once

#include <cstddef>

#include "core/identity/public_id.h"
#include "db/operation/database_space.h"
#include "runtime/admission.h"
#include "runtime/low_priority.h"

namespace db {
class Postgres;
}

namespace app {

class RequestAdmission {
 public:
  RequestAdmission(db::DatabaseSpace& space, db::Postgres& postgres, runtime::Admission& admission)
      : space_(space), postgres_(postgres), admission_(admission) {}

  // Whether the database has space for more.
  bool has_space() { return space_.is_left(postgres_); }

  // Runs `work` (a function that returns a core::Result) for a request with a body of this size. A
  // large body waits for the account's turn and runs at a low priority. Errors: unavailable if
  // there is no turn; those of `work`.
  template <typename Work>
  auto run(std::size_t body_bytes, const core::AccountId& account, const Work& work)
      -> decltype(work()) {
    if (body_bytes < kLargeBodyBytes) return work();
    const auto turn = admission_.enter(runtime::CostlyWork::body, account.to_string());
    if (!turn) return turn.error();
    return runtime::at_low_priority(work);
  }

 private:
  // Parsing JSON of this size that consists only of members takes about 25 ms of CPU.
  static constexpr std::size_t kLargeBodyBytes = std::size_t{1} << 20;

  db::DatabaseSpace& space_;
  db::Postgres& postgres_;
  runtime::Admission& admission_;
};

}  // namespace app
