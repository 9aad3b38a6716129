// Called by bench/size/run with the folders of two services, the smaller one first. Measures the same work on both in
// turn, and prints a table of costs and ratios.
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Service } from "./service.mjs";

const services = process.argv.slice(2, 4).map((state) => new Service(state));
const [small, large] = services;
const only = process.argv[4] && process.argv[4].split(",");
const minutes = Number(process.argv[5] ?? 4);

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = async (work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};
const shown = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
// One line of the table: the costs in both, and the ratio of the second to the first.
function print(what, unit, costs) {
  console.log(
    `| ${what} | ${unit} | ${costs.map(shown).join(" | ")} | ${(costs[1] / costs[0]).toFixed(2)} |`,
  );
}

const parts = {
  async sizes() {
    const tables = ["artifacts", "share_links", "artifact_words", "audit_events"];
    for (const table of tables) {
      for (const [what, size] of [
        ["rows", `pg_table_size('${table}')`],
        ["indexes", `pg_indexes_size('${table}')`],
      ]) {
        const costs = services.map((service) =>
          Number(service.sql(`select ${size} / count(*)::float from ${table}`)),
        );
        print(`\`${table}\`, ${what}`, "bytes a row", costs);
      }
    }
    const costs = services.map((service) =>
      Number(service.sql("select pg_database_size(current_database())") / service.artifacts),
    );
    print("the database", "bytes an artifact", costs);
  },

  async vacuum() {
    const costs = [];
    for (const service of services) {
      const taken = await seconds(() => service.sql("vacuum (analyze)"));
      costs.push((taken / service.artifacts) * 1e6);
      service.sql("checkpoint");
    }
    print("vacuum of all after loading", "µs an artifact", costs);
  },

  async requests() {
    const rounds = 5;
    const perRound = 10;
    const body = {
      template: "markdown",
      title: "Report of today",
      content: { text: "# Report\n\nFigures of the day." },
    };
    const listing =
      (query = "") =>
      (service) =>
        service.call(service.large, "GET", `/artifacts${query}`);
    for (const service of services) {
      const random = (account, limit) =>
        service
          .sql(
            `select public_id('art', id) from (select id from artifacts where account_id = uuid_of('${account.id}')
              and deleted_at is null order by ${limit} limit 400) as chosen`,
          )
          .split("\n");
      service.any = random(service.large, "hashtext(id::text)");
      service.latest = random(service.large, "created_at desc");
      // An offset takes time for each entry that it skips.
      const depth = Math.min(Math.floor(service.artifacts / 10), 50_000);
      const { pagination } = await listing(`?offset=${depth}`)(service);
      service.cursor = pagination.nextCursor;
    }
    let turn = 0;
    const one = (name) => (service) => {
      const ids = service[name];
      return service.call(service.large, "GET", `/artifacts/${ids[turn++ % ids.length]}`);
    };
    const works = {
      "`GET` of one artifact": one("latest"),
      "`GET` of one artifact, any of the account's": one("any"),
      create: (service) => service.call(service.large, "POST", "/artifacts", body),
      "create and share": (service) => service.call(service.large, "POST", "/artifacts/share", body),
      "list, first page": listing(),
      "list, deep by cursor": (service) => listing(`?cursor=${service.cursor}`)(service),
      "list, of half a year": listing(
        "?createdBefore=" + new Date(Date.now() - 182 * 86_400_000).toISOString(),
      ),
      "list, by last update": listing("?sort=-updatedAt"),
      "list, expired": listing("?status=expired"),
      "list, one template, oldest first": listing("?template=chart&sort=createdAt"),
      "list, by a rare pair of metadata": listing("?metadata.job=rare"),
      "list, by a usual pair of metadata": listing("?metadata.job=usual"),
      "search of titles for a rare word": listing("?q=yearly"),
      "search of titles for a usual word": listing("?q=report"),
      "search of texts for a rare word": listing("?text=yearly"),
      "search of texts for a usual word": listing("?text=figures"),
      "totals (`GET /account`)": (service) => service.call(service.large, "GET", "/account"),
    };
    for (const [name, work] of Object.entries(works)) {
      const times = services.map(() => []);
      const inDatabase = services.map(() => []);
      // Each of the workers' connections has its own plans at first.
      for (let round = -4; round < rounds; ++round) {
        for (const [i, service] of services.entries()) {
          if (round >= 0) service.databaseTime();
          const taken = [];
          for (let count = 0; count < perRound; ++count) taken.push(await seconds(() => work(service)));
          if (round < 0) continue;
          inDatabase[i].push(service.databaseTime() / perRound);
          times[i].push(...taken);
        }
      }
      print(
        name,
        "ms",
        times.map((each) => median(each) * 1000),
      );
      print(`${name}, PostgreSQL's part`, "µs", inDatabase.map(median));
    }
  },

  async maintenance() {
    // What the load was not long ago is entered first.
    for (const service of services) service.admin("maintain");
    const times = services.map(() => []);
    for (let round = 0; round < 5; ++round)
      for (const [i, service] of services.entries())
        times[i].push(await seconds(() => service.admin("maintain")));
    print(
      "maintenance with nothing due",
      "ms",
      times.map((each) => median(each) * 1000),
    );
  },

  // Views of as many links as one run of maintenance may find, in batches as the workers leave them.
  async addingViews() {
    const links = 50_000;
    const costs = [];
    for (const service of services) {
      service.admin("maintain");
      const before = service.views();
      service.leaveViews(links);
      const taken = await seconds(() => service.admin("maintain"));
      if (service.views() - before !== links) throw new Error("not all views were added");
      costs.push((taken / links) * 1e6);
    }
    print("adding a view of each of 50,000 links", "µs a link", costs);
  },

  async migration() {
    const folder = mkdtempSync(path.join(tmpdir(), "artifact-share-size."));
    const own = path.resolve(new URL("../../db/migrations", import.meta.url).pathname);
    cpSync(own, folder, { recursive: true });
    writeFileSync(
      path.join(folder, "9999_bench.sql"),
      "alter table artifacts add column bench text not null default 'x';\n",
    );
    const costs = [];
    for (const service of services)
      costs.push((await seconds(() => service.admin("migrate", "--migrations", folder))) * 1000);
    rmSync(folder, { recursive: true });
    for (const service of services)
      service.sql(
        "alter table artifacts drop column bench; delete from schema_migrations where number = 9999",
      );
    print("a migration that adds a column", "ms", costs);
  },

  // The oldest tenth has expired, and is due with this setting.
  async purge() {
    const costs = [];
    for (const service of services) {
      const config = `${service.config}.purge`;
      copyFileSync(service.config, config);
      writeFileSync(config, `${readFileSync(config, "utf8")}keep_expired_days = 30\n`);
      const before = Number(service.sql("select count(*) from artifacts where listed_as = 'expired'"));
      const usual = service.config;
      service.config = config;
      const taken = await seconds(() => service.adminFor(minutes, "maintain"));
      service.config = usual;
      const after = Number(service.sql("select count(*) from artifacts where listed_as = 'expired'"));
      console.log(`  ${before - after} expired artifacts removed in ${taken.toFixed(0)} s`);
      costs.push((taken / (before - after)) * 1e6);
    }
    print("removing what has expired", "µs an artifact", costs);
  },

  async removal() {
    const costs = [];
    const waits = { create: [], get: [] };
    const quiet = { create: [], get: [] };
    const body = { template: "markdown", title: "Meanwhile", content: { text: "x" } };
    for (const service of services) {
      const account = service.bystander;
      let stopped = false;
      const measure = async (into) => {
        const times = { create: [], get: [] };
        while (!stopped) {
          let id;
          times.create.push(
            await seconds(async () => ({ id } = await service.call(account, "POST", "/artifacts", body))),
          );
          times.get.push(await seconds(() => service.call(account, "GET", `/artifacts/${id}`)));
        }
        for (const name of ["create", "get"]) into[name].push(Math.max(...times[name]) * 1000);
        return times.create.length;
      };
      let meanwhile = measure(quiet);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      stopped = true;
      await meanwhile;
      stopped = false;
      const left = () =>
        Number(
          service.sql(`select count(*) from artifacts where account_id = uuid_of('${service.large.id}')`),
        );
      const before = left();
      meanwhile = measure(waits);
      const taken = await seconds(() =>
        service.adminFor(minutes, "account", "remove", "--account", service.large.id, "--yes"),
      );
      stopped = true;
      const pairs = await meanwhile;
      const count = before - left();
      console.log(
        `  ${count} artifacts removed with their account in ${taken.toFixed(0)} s, beside ${pairs} pairs of create and get`,
      );
      costs.push((taken / count) * 1e6);
    }
    print("removing the large account", "µs an artifact", costs);
    print("longest create in 5 s before", "ms", quiet.create);
    print("longest create meanwhile", "ms", waits.create);
    print("longest `GET` in 5 s before", "ms", quiet.get);
    print("longest `GET` meanwhile", "ms", waits.get);
  },

  async "vacuum afterwards"() {
    const costs = [];
    for (const service of services) {
      const taken = await seconds(() => service.sql("vacuum (analyze)"));
      costs.push((taken / service.count()) * 1e6);
    }
    print("vacuum after these removals", "µs an artifact", costs);
  },

  async dump() {
    const costs = [];
    for (const service of services)
      costs.push(((await seconds(() => service.dump())) / service.count()) * 1e6);
    print("`pg_dump` without compression", "µs an artifact", costs);
  },
};

console.log(`| | unit | ${small.artifacts} artifacts | ${large.artifacts} artifacts | ratio |`);
console.log("|---|---|---|---|---|");
for (const [name, part] of Object.entries(parts)) if (!only || only.includes(name)) await part();
process.exit(0);
