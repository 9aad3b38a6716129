// Holds a history against what the service promises, and against what was stored in the end. Nothing here talks
// to a service, so that made-up histories can show that each check is able to fail (checks.test.mjs).
//
// `final` has what was stored when the load had ended and maintenance had run:
//   artifacts   id → { title, text, revision, status, versions }: [{ version, text }], from the first one
//   links       id → { views }
//   totals      [{ account, told, listed, stored }]: artifacts by the list's total, by walking the list, by rows
// `limits` has { artifacts }, the most that the account with few may have, and { calls }, the most calls of the
// limited account in a window; `withoutRedis` has intervals { from, to } in which each worker counts by itself.

function groupedBy(operations, field) {
  const groups = new Map();
  for (const operation of operations) {
    const value = operation[field];
    if (value === undefined) continue;
    if (!groups.has(value)) groups.set(value, []);
    groups.get(value).push(operation);
  }
  return groups;
}
const are = (operations, outcome) => operations.filter((operation) => operation.outcome === outcome);
// What certainly has no effect, and what may have one without being acknowledged.
const isRefused = ({ outcome, mayRepeat }) => outcome === "refused" && !mayRepeat;
const mayHaveEffect = ({ outcome, mayRepeat }) =>
  outcome === "unknown" || (outcome === "refused" && mayRepeat);
const ofKind = (operations, ...kinds) => operations.filter(({ kind }) => kinds.includes(kind));

function* wrongAnswers(operations) {
  for (const { kind, reason } of are(operations, "wrong")) yield `wrong answer to ${kind}: ${reason}`;
}

// Each title is of one creation, which may have been sent several times with one Idempotency-Key.
function* creations(operations, final) {
  const stored = groupedBy(
    Object.entries(final.artifacts).map(([id, { title }]) => ({ id, title })),
    "title",
  );
  const removals = groupedBy(ofKind(operations, "remove"), "artifact");
  const created = groupedBy(ofKind(operations, "create"), "title");
  for (const [title, attempts] of created) {
    const ids = new Set(are(attempts, "ok").map(({ artifact }) => artifact));
    const kept = stored.get(title) ?? [];
    if (ids.size > 1) yield `"${title}" was acknowledged as ${ids.size} artifacts`;
    if (kept.length > 1) yield `"${title}" is stored ${kept.length} times`;
    if (kept.length > 0 && attempts.every(isRefused)) yield `"${title}" was refused, and is stored`;
    for (const id of ids) {
      const removed = removals.get(id) ?? [];
      if (!(id in final.artifacts)) {
        if (removed.every(isRefused)) yield `"${title}" was acknowledged as ${id}, and is lost`;
      } else if (are(removed, "ok").length > 0) {
        yield `"${title}" was removed, and is stored`;
      }
    }
  }
  for (const title of stored.keys()) if (!created.has(title)) yield `nobody created "${title}"`;
}

const touching = ["create", "update", "delete", "restore", "read"];

// What reads and writes tell of an artifact at a revision is the same, and revisions never go back.
function* revisions(operations, final) {
  const writes = ofKind(operations, "create", "update");
  const refused = new Set(writes.filter(isRefused).map(({ text }) => text));
  const written = new Set(writes.map(({ text }) => text));
  // An attempt with the same key may have been refused while another succeeded.
  for (const write of writes) if (!isRefused(write)) refused.delete(write.text);
  for (const [id, all] of groupedBy(ofKind(operations, ...touching), "artifact")) {
    const known = are(all, "ok").filter(({ revision }) => revision !== undefined);
    const end = final.artifacts[id];
    const seen = [...known];
    if (end) seen.push({ kind: "read", revision: end.revision, text: end.text, invoked: Infinity });

    const texts = new Map();
    const writers = new Map();
    for (const { kind, revision, text } of seen) {
      if (text !== undefined) {
        if (texts.has(revision) && texts.get(revision) !== text)
          yield `${id} has two contents at revision ${revision}: "${texts.get(revision)}" and "${text}"`;
        texts.set(revision, text);
        if (refused.has(text)) yield `${id} has the content "${text}", which was refused`;
        else if (!written.has(text)) yield `${id} has the content "${text}", which nobody wrote`;
      }
      if (kind === "read") continue;
      // What was sent again with its key is one change.
      if (!writers.has(revision)) writers.set(revision, new Set());
      writers.get(revision).add(kind === "create" ? "created" : writers.get(revision).size);
    }
    for (const [revision, { size }] of writers)
      if (size > 1) yield `${size} changes of ${id} were acknowledged as revision ${revision}`;

    // Whatever begins after an answer must know at least what that told.
    const answered = [...known].sort((one, other) => one.ended - other.ended);
    let newest = 0;
    let at = 0;
    for (const operation of [...seen].sort((one, other) => one.invoked - other.invoked)) {
      for (; at < answered.length && answered[at].ended <= operation.invoked; ++at)
        newest = Math.max(newest, answered[at].revision);
      if (operation.revision < newest)
        yield `${id} went back from revision ${newest} to ${operation.revision}`;
    }
  }
}

// Each change that was acknowledged is the version that its answer names, among the newest that are kept, and
// their numbers have no gaps.
function* versions(operations, final) {
  const mostKept = 1001;
  for (const [id, writes] of groupedBy(are(ofKind(operations, "create", "update"), "ok"), "artifact")) {
    if (!(id in final.artifacts)) continue;
    const kept = final.artifacts[id].versions;
    const newest = kept.at(-1).version;
    const oldest = Math.max(1, newest - mostKept + 1);
    if (kept.length !== newest - oldest + 1 || kept.some(({ version }, at) => version !== oldest + at))
      yield `${id} has ${kept.length} versions, from ${kept[0].version} to ${newest}`;
    const texts = new Map(kept.map(({ version, text }) => [version, text]));
    for (const { version, text } of writes)
      if (version >= oldest && texts.get(version) !== text)
        yield `version ${version} of ${id} has "${texts.get(version)}", and was acknowledged as "${text}"`;
  }
}

// Artifacts that are deleted and restored have one client, which does one thing after the other.
function* deletions(operations, final) {
  const reads = groupedBy(are(ofKind(operations, "read"), "ok"), "artifact");
  for (const [id, changes] of groupedBy(ofKind(operations, "delete", "restore"), "artifact")) {
    if (changes.some(mayHaveEffect)) continue;
    const accepted = are(changes, "ok");
    const statusAt = (moment) =>
      accepted.findLast(({ ended }) => ended <= moment)?.kind === "delete" ? "deleted" : "active";
    for (const read of reads.get(id) ?? [])
      if (
        read.status !== undefined &&
        !changes.some(({ invoked, ended }) => invoked < read.ended && ended > read.invoked) &&
        read.status !== statusAt(read.invoked)
      )
        yield `${id} was read as ${read.status}, and is ${statusAt(read.invoked)}`;
    const end = final.artifacts[id];
    if (end && end.status !== statusAt(Infinity))
      yield `${id} is ${end.status} in the end, and was last told to be ${statusAt(Infinity)}`;
  }
}

// Redis answers before its file has the command while an earlier part of it is being synchronised, two seconds at
// most (appendfsync everysec). A view of that time may be lost when Redis is killed, and one that maintenance has added
// to its row in that time counts twice; so does one that Redis confirms too late. Maintenance runs every minute.
const untilRedisWrites = 2_000;
const untilAdded = 65_000;

function* views(operations, final, withoutRedis) {
  const links = groupedBy(ofKind(operations, "share"), "link");
  const revocations = groupedBy(are(ofKind(operations, "revoke"), "ok"), "link");
  const begunRevocations = new Set(ofKind(operations, "revoke").map(({ link }) => link));
  for (const [link, opened] of groupedBy(ofKind(operations, "view"), "link")) {
    const shown = are(opened, "ok");
    const unknown = opened.filter(mayHaveEffect).length;
    const repeated = shown.filter(({ mayRepeat }) => mayRepeat).length;
    const limit = links.get(link)?.[0].maxViews;
    const shownWithin = (time) =>
      shown.filter(({ ended }) => withoutRedis.some(({ from, to }) => ended > from - time && ended < to))
        .length;
    const mayBeLost = limit === undefined ? shownWithin(untilRedisWrites) : 0;
    const mayCountTwice = limit === undefined ? shownWithin(untilAdded) : 0;
    const most = shown.length + unknown + repeated + mayCountTwice;
    const end = final.links[link];
    if (!end) {
      yield `the link ${link} is lost`;
      continue;
    }
    if (end.views < shown.length - mayBeLost)
      yield `${link} counts ${end.views} views of ${shown.length} that were shown`;
    if (end.views > most) yield `${link} counts ${end.views} views, and was asked for ${most} at most`;
    if (limit !== undefined) {
      if (shown.length > limit) yield `${link} was shown ${shown.length} times, and may be ${limit} times`;
      if (end.views > limit) yield `${link} counts ${end.views} views, and may have ${limit}`;
    }
    const revoked = Math.min(...(revocations.get(link) ?? []).map(({ ended }) => ended));
    const late = shown.filter(({ invoked }) => invoked > revoked).length;
    if (late > 0) yield `${link} was shown ${late} times after it was revoked`;
    const refused = are(opened, "refused").length;
    if (refused > 0 && !begunRevocations.has(link) && most < (limit ?? Infinity))
      yield `${link} was refused ${refused} times for no reason`;
  }
}

// The calls of each window in which Redis counted throughout. A window is named by its end, as the service tells it.
export function windowsWithRedis(operations, withoutRedis) {
  return [...groupedBy(ofKind(operations, "limited call"), "window")].filter(([, calls]) => {
    const from = Math.min(...calls.map(({ invoked }) => invoked));
    const to = Math.max(...calls.map(({ ended }) => ended));
    return !withoutRedis.some((interval) => interval.from < to && interval.to > from);
  });
}

function* rates(operations, limit, withoutRedis) {
  for (const [window, calls] of windowsWithRedis(operations, withoutRedis)) {
    const passed = calls.filter(({ isLimited }) => !isLimited).length;
    if (passed > limit)
      yield `${passed} calls were let through in the window ${window}, which allows ${limit}`;
  }
}

function* totals(operations, final, limit) {
  for (const { account, told, listed, stored } of final.totals)
    if (told !== listed || listed !== stored)
      yield `the list of ${account} tells ${told} artifacts, has ${listed}, and there are ${stored}`;
  for (const { artifacts } of are(ofKind(operations, "storage"), "ok"))
    if (artifacts > limit) yield `an account had ${artifacts} artifacts, and may have ${limit}`;
}

export function problemsOf(operations, final, limits, withoutRedis = []) {
  return [
    ...wrongAnswers(operations),
    ...creations(operations, final),
    ...revisions(operations, final),
    ...versions(operations, final),
    ...deletions(operations, final),
    ...views(operations, final, withoutRedis),
    ...rates(operations, limits.calls, withoutRedis),
    ...totals(operations, final, limits.artifacts),
  ];
}
