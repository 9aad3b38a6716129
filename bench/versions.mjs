// Called by bench/versions:
//   requests N ENV…   the processor time of requests, of each service in turn
//   lists KEY ENV     the time of requests for an artifact with 20 earlier versions, and for one with 10,000
import { Service } from "./service.mjs";

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const part = (n) =>
  `## Part ${n}\n\nSome *text* with **weight**, \`code\` and a [link](https://example.com/${n}).\n\n- one\n- two\n\n`;
const textOf = (bytes, mark) => {
  let text = `${mark}\n\n`;
  for (let n = 0; text.length < bytes; ++n) text += part(n);
  return text;
};

async function requests(count, environments) {
  const services = environments.map((environment) => new Service(environment));
  const [, before] = services;
  for (const service of services) {
    const made = await service.json("POST", "/artifacts/share", {
      template: "markdown",
      title: "Bench",
      content: { text: textOf(5120, "") },
    });
    [service.artifact] = /art_[0-9a-z]+/.exec(made.url);
    service.page = made.url;
    const { headers } = await service
      .send("GET", service.page.replace("?", "/state?"))
      .catch(() => ({ headers: {} }));
    service.stateTag = headers.etag;
    service.changed = [];
    for (let n = 0; n < 16; ++n) {
      const { id } = await service.json("POST", "/artifacts", {
        template: "markdown",
        content: { text: "" + n },
      });
      service.changed.push(id);
    }
  }
  const json = { "content-type": "application/json" };
  let marked = 0;
  const update = (bytes) => {
    const rest = textOf(bytes, "");
    return (service, lane) =>
      service.send(
        "PUT",
        `/artifacts/${service.changed[lane]}`,
        JSON.stringify({ content: { text: `${++marked}${rest}` } }),
        json,
      );
  };
  const kinds = {
    get: (service) => service.send("GET", `/artifacts/${service.artifact}`),
    page: (service) => service.send("GET", service.page),
    "page, gzip": (service) => service.send("GET", service.page, undefined, { "accept-encoding": "gzip" }),
    "create and share": (service) =>
      service.send(
        "POST",
        "/artifacts/share",
        JSON.stringify({ template: "markdown", content: { text: textOf(5120, "") } }),
        json,
      ),
    "update, 1 KB": update(1024),
    "update, 5 KB": update(5120),
    "update, 64 KB": update(60000),
    state: (service) => service.send("GET", service.page.replace("?", "/state?")),
    "state, unchanged": (service) =>
      service.send("GET", service.page.replace("?", "/state?"), undefined, {
        "if-none-match": service.stateTag,
      }),
  };
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, services.map(() => [])]));
  for (let round = 0; round < 11; ++round) {
    for (const [name, send] of Object.entries(kinds)) {
      const inTurn = [...services.entries()];
      for (const [place, service] of round % 2 ? inTurn.reverse() : inTurn) {
        if (name.startsWith("state") && !service.stateTag) continue;
        const started = service.processorTime();
        let left = count;
        await Promise.all(
          Array.from({ length: 16 }, async (_, lane) => {
            while (left-- > 0) await send(service, lane);
          }),
        );

        if (round === 0) continue; // It warms up.
        const ended = service.processorTime();
        times[name][place].push(
          Object.fromEntries(
            Object.keys(ended).map((program) => [
              program,
              (ended[program] - (started[program] ?? 0)) / count,
            ]),
          ),
        );
      }
    }
  }
  const programs = ["all", "nginx", "artifact-worker", "postgres", "redis-server"];
  console.log("µs of processor time".padEnd(24) + programs.map((program) => program.padStart(17)).join(""));
  for (const [name, [here, there]] of Object.entries(times)) {
    if (here.length === 0) continue;
    const middle = (rounds, program) => median(rounds.map((round) => round[program] ?? 0)).toFixed(0);
    const cells = programs.map(
      (program) => middle(here, program) + (there?.length ? ` (${middle(there, program)})` : ""),
    );
    const ratios = there?.length ? here.map((round, place) => round.all / there[place].all) : [];
    console.log(
      name.padEnd(24) +
        cells.map((cell) => cell.padStart(17)).join("") +
        (before && there.length ? `  ${median([...ratios]).toFixed(2)} times` : ""),
    );
  }
}

async function lists(key, environment) {
  const service = new Service(environment);
  service.key = key;
  const columns = [20, 10000].map((versions) => ({ versions, id: identifier(versions), times: {} }));
  const kinds = {
    "list of versions": ({ id }) => ["GET", `/artifacts/${id}/versions`],
    "its last page": ({ id, last }) => ["GET", `/artifacts/${id}/versions?cursor=${last}`],
    "get a version": ({ id, versions }) => ["GET", `/artifacts/${id}/versions/${versions / 2}`],
    "compare two": ({ id, versions }) => [
      "GET",
      `/artifacts/${id}/versions/${versions / 2 + 1}/diff?from=${versions / 2}`,
    ],
    "get the artifact": ({ id }) => ["GET", `/artifacts/${id}`],
    update: ({ id }) => ["PUT", `/artifacts/${id}`, { content: { text: `Line ${performance.now()}` } }],
    "list of artifacts": () => ["GET", "/artifacts"],
  };
  for (const column of columns) {
    let cursor;
    for (let page = 0; ; ++page) {
      const { pagination } = await service.json(
        "GET",
        `/artifacts/${column.id}/versions?limit=${column.versions < 100 ? 10 : 100}${cursor ? `&cursor=${cursor}` : ""}`,
      );
      if (!pagination.nextCursor) break;
      cursor = column.last = pagination.nextCursor;
    }
  }
  for (let round = 0; round < 51; ++round) {
    for (const [name, request] of Object.entries(kinds)) {
      for (const column of columns) {
        const started = performance.now();
        await service.json(...request(column));
        (column.times[name] ??= []).push(performance.now() - started);
      }
    }
  }
  console.log(
    "milliseconds".padEnd(24) + columns.map(({ versions }) => `${versions} versions`.padStart(18)).join(""),
  );
  for (const name of Object.keys(kinds))
    console.log(
      name.padEnd(24) + columns.map(({ times }) => median(times[name]).toFixed(2).padStart(18)).join(""),
    );
}

// The public form of the identifiers that bench/versions gives: 128 bits in Crockford's base 32.
function identifier(versions) {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  let value = BigInt(`0x000000000000700080000000000${String(versions).padStart(5, "0")}`);
  let text = "";
  for (let place = 0; place < 26; ++place, value >>= 5n) text = digits[Number(value & 31n)] + text;
  return `art_${text}`;
}

const [what, ...rest] = process.argv.slice(2);
if (what === "requests") await requests(Number(rest[0]), rest.slice(1));
else await lists(...rest);
process.exit(0);
