#include "db/operation/maintenance_clock.h"

#include <cstdint>
#include <cstdlib>

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kRead{"maintenance_clock_read", R"(
select now(), (select max(ran_at) from maintenance_runs))"};

// Runs in the future were recorded by a wrong clock that has been corrected since.
constexpr Statement kForgetRuns{"maintenance_clock_forget_runs", R"(
delete from maintenance_runs
 where ran_at > now()
    or ran_at < (select max(ran_at) from maintenance_runs
                  where ran_at <= now() - make_interval(secs => $1)))"};

constexpr Statement kNoteRun{"maintenance_clock_note_run", R"(
insert into maintenance_runs (ran_at)
select now()
 where not exists (select from maintenance_runs where ran_at > now() - interval '1 hour')
    on conflict do nothing)"};

constexpr Statement kRemovalMoment{"maintenance_clock_removal_moment", R"(
select case when $1 = 0 then now()
            else (select max(ran_at) from maintenance_runs
                   where ran_at <= now() - make_interval(secs => $1)) end)"};

std::string hours(std::int64_t milliseconds) {
  return std::to_string(std::llabs(milliseconds) / 3'600'000) + " hours";
}

}  // namespace

std::optional<std::string> MaintenanceClock::doubt(core::Timestamp host,
                                                   std::chrono::seconds most) {
  const Rows rows = postgres_.read(kRead);
  const core::Timestamp database = rows[0].timestamp(0);
  const std::int64_t most_milliseconds = std::chrono::milliseconds(most).count();
  const auto is_far = [&](std::int64_t distance) {
    return std::llabs(distance) > most_milliseconds;
  };
  const std::int64_t from_host = database.unix_milliseconds() - host.unix_milliseconds();
  if (is_far(from_host)) {
    return "the clock of the database (" + database.rfc3339() + ") and of this host (" +
           host.rfc3339() + ") differ by " + hours(from_host);
  }
  const auto last = rows[0].optional_timestamp(1);
  if (!last) return std::nullopt;
  const std::int64_t from_last = database.unix_milliseconds() - last->unix_milliseconds();
  if (!is_far(from_last)) return std::nullopt;
  return "the clock of the database (" + database.rfc3339() + ") is " + hours(from_last) +
         (from_last > 0 ? " ahead of" : " behind") + " the last maintenance run (" +
         last->rfc3339() + ")";
}

void MaintenanceClock::note_run(std::chrono::seconds grace) {
  postgres_.write(kForgetRuns, std::int64_t{grace.count()});
  postgres_.write(kNoteRun);
}

std::optional<core::Timestamp> MaintenanceClock::removal_moment(std::chrono::seconds grace) {
  return postgres_.read(kRemovalMoment, std::int64_t{grace.count()})[0].optional_timestamp(0);
}

}  // namespace db
