// ./test chaos: breaks a service again and again while clients use it, and holds what they were told against what
// is there in the end.
//
//   faults.mjs    what may break: killed, stopped, a full disk, a clock that steps
//   load.mjs      the clients, which record what they did
//   history.mjs   what is recorded: acknowledged, refused or unknown
//   checks.mjs    what must hold of a history, whatever has broken; its own tests show that each check can fail
//
// The processes, each of which is started again when it ends, are those of ../service/own_service.mjs.
//
// CHAOS_MINUTES says for how long (3), CHAOS_SEED chooses the faults again as in an earlier run; what the clients do
// at the same moment is not repeatable. A cycle is one fault, and the time until a new artifact and a link work
// again, which is printed. A run that fails keeps its folder.
import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { uuidOf } from "../service/api_client.mjs";
import { OwnService } from "../service/own_service.mjs";
import { problemsOf, windowsWithRedis } from "./checks.mjs";
import { faults } from "./faults.mjs";
import { History } from "./history.mjs";
import { Load } from "./load.mjs";

const minutes = Number(process.env.CHAOS_MINUTES ?? 3);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const limits = { artifacts: 40, calls: 60 };
// After a fault of Redis, workers count views in PostgreSQL for some seconds. Where that is broken too, neither counts
// them, as the service shows pages nevertheless: both at once are not tried.
const untilRedisCounts = 5_000;
// No fault may take longer to recover from, on the busiest machine.
const longestRecovery = 120_000;

// Numbers from 0 to 1 that follow from the seed (mulberry32).
function randomFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// All viewers call from one address, on a fast machine more often than a network may.
const service = new OwnService("chaos", { settings: { network_limits: "views_per_minute 100000" } });
const history = new History();
const recoveries = new Map();
const withoutRedis = [];

// How long it took until everything worked for half a second. What a process that is about to end still answers, such
// as a PostgreSQL whose parent was killed, is not a recovery.
async function untilItWorks(load) {
  const begun = performance.now();
  let since;
  for (;;) {
    const asked = performance.now();
    if (!(await load.works())) since = undefined;
    else since ??= asked;
    if (since !== undefined && performance.now() - since > 500) return since - begun;
    if (performance.now() - begun > longestRecovery) return undefined;
    await wait(20);
  }
}

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);

async function breakAgainAndAgain(load) {
  const random = randomFrom(seed);
  const end = performance.now() + minutes * 60_000;
  let cycles = 0;
  while (performance.now() < end) {
    const fault = faults[Math.floor(random() * faults.length)];
    // Without Redis each worker counts by itself. Every other minute must hold its rate limit to the call.
    if (fault.name.startsWith("Redis") && Math.floor(Date.now() / 60_000) % 2 === 0) continue;
    const withRedis = performance.now() - (withoutRedis.at(-1)?.to ?? -Infinity);
    if (/^(disk full|PostgreSQL)/.test(fault.name) && withRedis < untilRedisCounts) continue;
    const begun = performance.now();
    if ((await fault.run(service, random)) === false) continue;
    if (fault.name === "worker killed") history.noteRepetition(begun, performance.now());
    const recovery = await untilItWorks(load);
    if (recovery === undefined) throw new Error(`the service has not recovered from: ${fault.name}`);
    ++cycles;
    if (!recoveries.has(fault.name)) recoveries.set(fault.name, []);
    recoveries.get(fault.name).push(recovery);
    console.log(`  ${String(cycles).padStart(4)}  ${fault.name}: works again after ${seconds(recovery)} s`);
    await wait(random() * 1000);
    if (fault.name.startsWith("Redis")) withoutRedis.push({ from: begun, to: performance.now() });
  }
  return cycles;
}

async function stored(load, accounts) {
  // The last ones that Redis counted are added to their rows.
  for (let tries = 1; (await service.maintainOnce()) !== 0; ++tries)
    if (tries === 20) throw new Error(`maintenance fails: ${service.log("maintenance").slice(-2000)}`);
  const artifacts = {};
  const links = {};
  const totals = [];
  for (const account of accounts) {
    const own = `account_id = '${uuidOf(account.id)}'`;
    const text =
      "coalesce(content::json ->> 'text', substring(content::json ->> 'html' from '<p>(.*)</p>')) as text";
    const rows = await service.rows(`select id, title, revision, version, ${text},
      case when deleted_at is null then 'active' else 'deleted' end as status from artifacts where ${own}`);
    for (const { id, version, ...row } of rows)
      artifacts[id] = { ...row, versions: [{ version, text: row.text }] };
    const earlier = await service.rows(
      `select artifact_id as id, version, ${text} from artifact_versions where ${own} order by version desc`,
    );
    for (const { id, ...kept } of earlier) artifacts[id].versions.unshift(kept);
    for (const { id, views } of await service.rows(
      `select id, view_count as views from share_links where ${own}`,
    ))
      links[id] = { views };
    totals.push({ account: account.name, ...(await load.totals(account)), stored: rows.length });
  }
  return { artifacts, links, totals };
}

// By the ids of the database, as all that is stored.
function byStoredIds(operations) {
  const changed = { artifact: uuidOf, link: uuidOf };
  return operations.map((operation) => {
    const other = { ...operation };
    for (const [field, change] of Object.entries(changed))
      if (other[field] !== undefined) other[field] = change(other[field]);
    return other;
  });
}

function tellRecoveries() {
  console.log("  seconds until it worked again (how often, median, longest):");
  for (const [name, all] of [...recoveries].sort()) {
    const sorted = [...all].sort((one, other) => one - other);
    const median = seconds(sorted[Math.floor(sorted.length / 2)]);
    console.log(
      `    ${name.padEnd(26)} ${String(all.length).padStart(4)} ${median} ${seconds(sorted.at(-1))}`,
    );
  }
}

// One JSON object a line.
function writeLines(name, objects) {
  const file = openSync(path.join(service.folder, name), "w");
  for (const object of objects) writeSync(file, `${JSON.stringify(object)}\n`);
  closeSync(file);
}

// What is needed to find the cause, once the service has ended.
function keepRun() {
  writeLines("problems.jsonl", problems);
  writeLines("history.jsonl", history.marked);
  writeLines("stored.jsonl", final ? [final] : []);
  console.log(
    `  the service's logs and data, history.jsonl, stored.jsonl and problems.jsonl are in ${service.folder}`,
  );
}

let problems = [];
let final;
try {
  await service.start();
  const many = ["A", "B"].map((name) => service.newAccount(name, "--requests-per-minute", "1000000"));
  const few = service.newAccount("Few", "--requests-per-minute", "1000000");
  service.admin("account", "set-storage", "--account", few.id, "--max-artifacts", String(limits.artifacts));
  const limited = service.newAccount("Limited", "--requests-per-minute", String(limits.calls));
  const load = new Load(history, service.front.origin);
  console.log(`  ${minutes} minutes, CHAOS_SEED=${seed}`);
  await load.start({ many, few, limited });
  let cycles;
  try {
    cycles = await breakAgainAndAgain(load);
  } finally {
    await load.stop();
  }
  final = await stored(load, [...many, few]);
  problems = problemsOf(byStoredIds(history.marked), final, limits, withoutRedis);
  tellRecoveries();
  const outcomes = ["ok", "refused", "unknown", "wrong"].map((name) => `${history.count(name)} ${name}`);
  const windows = windowsWithRedis(history.operations, withoutRedis).length;
  console.log(`  ${windows} windows of the rate limit, ${service.maintenanceRuns} runs of maintenance`);
  console.log(`  ${cycles} cycles, ${history.operations.length} operations (${outcomes.join(", ")})`);
} catch (error) {
  problems.push(error.stack);
} finally {
  await service.stop({ keepsFolder: problems.length > 0 });
}
for (const problem of problems.slice(0, 50)) console.log(`  problem: ${problem}`);
console.log(`  ${problems.length} problems`);
if (problems.length > 0) keepRun();
process.exitCode = problems.length > 0 ? 1 : 0;
