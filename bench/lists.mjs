// Called by bench/lists with pairs of a number of artifacts and a key of their account.
import { call } from "../tests/service/api_client.mjs";

const rounds = 40;
const accounts = [];
for (let i = 2; i < process.argv.length; i += 2)
  accounts.push({ rows: Number(process.argv[i]), key: process.argv[i + 1] });

async function list(key, query) {
  const response = await call(key, "GET", `/artifacts${query}`);
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${response.text}`);
  return response.json;
}

const depth = 10000;
const queries = {
  "first page": () => "",
  "by cursor, at 10,000": (account) => `?cursor=${account.deep}`,
  "by cursor, half-way": (account) => `?cursor=${account.halfway}`,
  "by offset, at 10,000": () => `?offset=${depth}`,
  "by offset, half-way": (account) => `?offset=${account.rows / 2}`,
  "limit 100": () => "?limit=100",
  "status active": () => "?status=active",
  "status expired": () => "?status=expired",
  "one template": () => "?template=chart",
  "oldest first": () => "?sort=createdAt",
  "links of all": () => "/shares",
  "links of all, active": () => "/shares?status=active",
  "links of all, revoked": () => "/shares?status=revoked",
};

for (const account of accounts) {
  const cursorBehind = async (offset) => (await list(account.key, `?offset=${offset}`)).pagination.nextCursor;
  account.deep = await cursorBehind(Math.min(depth, account.rows - 50) - 20);
  account.halfway = await cursorBehind(account.rows / 2 - 20);
  account.times = Object.fromEntries(Object.keys(queries).map((name) => [name, []]));
}
for (let round = 0; round < rounds; ++round) {
  for (const [name, query] of Object.entries(queries)) {
    if (name.includes("offset, half") && round >= 5) continue;
    for (const account of accounts) {
      const started = performance.now();
      await list(account.key, query(account));
      account.times[name].push(performance.now() - started);
    }
  }
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const base = median([...accounts[0].times["first page"]]);
console.log("".padEnd(24) + accounts.map(({ rows }) => `${rows} artifacts`.padStart(22)).join(""));
for (const name of Object.keys(queries)) {
  const cells = accounts.map(({ times }) => {
    const time = median(times[name]);
    return `${time.toFixed(2)} ms ${(time / base).toFixed(2).padStart(7)}x`.padStart(22);
  });
  console.log(name.padEnd(24) + cells.join(""));
}
process.exit(0);
