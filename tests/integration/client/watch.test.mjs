// artifact watch: the same link follows a file.
import assert from "node:assert/strict";
import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { call, markdown, request, share, until } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { answer, cutAnswer, unreliableFront } from "../../service/unreliable_front.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const shown = async (url) =>
  (await request("GET", url, { headers: { accept: "text/markdown" }, isDescribed: false })).text;
const shows = (url, text) =>
  until(
    () => shown(url),
    (found) => found === text,
  );

// Runs `artifact watch` until `body` is done with its link.
async function watching(words, body, options) {
  const run = person.start(["watch", ...words], { input: "", ...options });
  try {
    await until(() => run.child.exitCode !== null || run.stderr.includes("Watching"), Boolean);
    await body(run.stdout.trim(), run);
  } finally {
    run.child.kill("SIGINT");
    await run.ended;
  }
  return run.ended;
}

test("the link follows the file, however it is saved", async () => {
  const file = person.file("notes.md", "# One\n");
  const { signal, stdout } = await watching(["notes.md"], async (link) => {
    await shows(link, "# One\n");
    person.file("notes.md", "# Two\n");
    await shows(link, "# Two\n");
    renameSync(person.file("notes.md.new", "# Three\n"), file);
    await shows(link, "# Three\n");
    rmSync(file);
    person.file("notes.md", "# Four\n");
    await shows(link, "# Four\n");
    appendFileSync(file, "\nMore.\n");
    await shows(link, "# Four\n\nMore.\n");
  });
  assert.equal(signal, "SIGINT");
  assert.match(stdout, /^https:\/\/\S+\n$/, "the link stands there once");
});

test("other files of the folder that change all the time do not keep it from following", async () => {
  person.file("busy.md", "# One\n");
  await watching(["busy.md"], async (link) => {
    const timer = setInterval(() => person.file("log.txt", `${performance.now()}`), 20);
    try {
      person.file("busy.md", "# Two\n");
      await shows(link, "# Two\n");
    } finally {
      clearInterval(timer);
    }
  });
});

test("an artifact that is there is followed with --to", async () => {
  const { id, url } = await share(person.key, markdown("# Old\n"));
  person.file("new.md", "# New\n");
  const { stdout } = await watching(["new.md", "--to", url], async () => {
    await shows(url, "# New\n");
    person.file("new.md", "# Newer\n");
    await shows(url, "# Newer\n");
  });
  assert.equal(stdout, `${url}\n`);
  assert.equal((await call(person.key, "GET", `/artifacts/${id}/shares`)).json.data.length, 1);
});

test("a file that is broken for a while leaves the link as it was", async () => {
  const chart = (value) =>
    JSON.stringify({ type: "bar", data: { labels: ["a"], datasets: [{ data: [value] }] } });
  person.file("chart.json", chart(1));
  await watching(["chart.json"], async (link, run) => {
    const valueOf = async () => {
      const id = /art_\w+/.exec(link)[0];
      return (await call(person.key, "GET", `/artifacts/${id}`)).json.content.data.datasets[0].data[0];
    };
    person.file("chart.json", "{ broken");
    await until(
      () => run.stderr,
      (text) => text.includes("; the link shows the previous content"),
    );
    assert.equal(await valueOf(), 1);
    person.file("chart.json", chart(2));
    await until(valueOf, (value) => value === 2);
  });
});

test("a service that is away for a while is caught up with", async (t) => {
  const pass = (forward, response, pass) => pass();
  const front = await unreliableFront(pass, answer(503), answer(503));
  t.after(() => front.stop());
  const env = { ARTIFACT_SHARE_URL: front.origin, ARTIFACT_SHARE_KEY: person.key };
  person.file("a.md", "# One\n");
  await watching(
    ["a.md", "--retries", "0"],
    async (link, run) => {
      const failures = () => run.stderr.split("the link shows the previous content").length - 1;
      person.file("a.md", "# Two\n");
      await until(failures, (count) => count === 1);
      person.file("a.md", "# Three\n");
      await until(failures, (count) => count === 2);
      person.file("a.md", "# Four\n");
      await shows(link, "# Four\n");
    },
    { env },
  );
});

test("the last change is sent once the service is back", async (t) => {
  const pass = (forward, response, pass) => pass();
  const limited = answer(429, { "retry-after": "1" }, '{"error":{"code":"rate_limited","message":"Wait."}}');
  for (const fault of [answer(503), limited]) {
    const front = await unreliableFront(pass, fault);
    t.after(() => front.stop());
    const env = { ARTIFACT_SHARE_URL: front.origin, ARTIFACT_SHARE_KEY: person.key };
    person.file("last.md", "# One\n");
    await watching(
      ["last.md", "--retries", "0"],
      async (link, run) => {
        person.file("last.md", "# Last\n");
        await shows(link, "# Last\n");
        assert.match(run.stderr, /; the link shows the previous content; retrying in 5 s\n/);
      },
      { env },
    );
  }
});

test("a change that is taken back after its answer was lost is taken back at the link", async (t) => {
  const pass = (forward, response, pass) => pass();
  const front = await unreliableFront(pass, cutAnswer);
  t.after(() => front.stop());
  const env = { ARTIFACT_SHARE_URL: front.origin, ARTIFACT_SHARE_KEY: person.key };
  person.file("back.md", "# One\n");
  await watching(
    ["back.md", "--retries", "0"],
    async (link, run) => {
      person.file("back.md", "# Two\n");
      await until(
        () => run.stderr,
        (text) => text.includes("the link shows the previous content"),
      );
      person.file("back.md", "# One\n");
      await shows(link, "# One\n");
    },
    { env },
  );
});

test("--open leaves a browser of its own, which neither stops it nor stops with it", async () => {
  const script = `#!/bin/sh
printf '%s %s' $$ "$1" >opened.new && mv opened.new opened
while [ -e open ]; do sleep 0.1; done
`;
  chmodSync(person.file("browser", script), 0o700);
  person.file("open", "");
  person.file("seen.md", "# One\n");
  const sessionOf = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /, "").split(" ")[3];
  const env = { BROWSER: person.file("browser") };
  let pid;
  try {
    await watching(
      ["seen.md", "--open"],
      async (link, run) => {
        await until(() => existsSync(person.file("opened")), Boolean);
        const [browser, url] = readFileSync(person.file("opened"), "utf8").split(" ");
        pid = browser;
        assert.equal(url, link);
        // Ctrl-C goes to the processes of a terminal's session.
        assert.notEqual(sessionOf(browser), sessionOf(run.child.pid));
        person.file("seen.md", "# Two\n");
        await shows(link, "# Two\n");
      },
      { env },
    );
    assert.ok(existsSync(`/proc/${pid}`), "the browser is still there");
  } finally {
    rmSync(person.file("open"));
  }
});

test("--to takes no options of a new link", async () => {
  const { id, url } = await share(person.key, markdown("# Old\n"));
  person.file("to.md", "# New\n");
  const refused = async (...words) => {
    const run = person.start(["watch", "to.md", ...words]);
    try {
      await until(() => run.child.exitCode !== null, Boolean);
    } finally {
      run.child.kill();
    }
    const { status, stdout, stderr } = await run.ended;
    assert.deepEqual([status, stdout], [2, ""], stderr);
    return stderr;
  };
  for (const [option, ...value] of [
    ["--template", "code"],
    ["--title", "x"],
    ["--description", "x"],
    ["--metadata", "a=b"],
    ["--expires", "1h"],
    ["--password"],
    ["--generate-password"],
    ["--max-views", "3"],
    ["--allow-download"],
  ])
    assert.match(await refused("--to", url, option, ...value), new RegExp(`^artifact: .*${option}\\b.*\n`));
  for (const option of ["--open", "--copy", "--qr", "--json"])
    assert.equal(
      await refused("--to", id, option),
      `artifact: ${option} requires a link after --to, not the ID of an artifact\n`,
    );
  assert.equal((await call(person.key, "GET", `/artifacts/${id}`)).json.content.text, "# Old\n");
});

test("with --to, the link is handed over, or the answer of the service is printed", async () => {
  const { id, url } = await share(person.key, markdown("# Old\n"));
  person.file("over.md", "# New\n");
  chmodSync(person.file("show", '#!/bin/sh\nprintf %s "$1" >shown.new && mv shown.new shown\n'), 0o700);
  const env = { BROWSER: person.file("show") };
  const { stdout } = await watching(
    ["over.md", "--to", url, "--open"],
    async () => {
      await until(() => existsSync(person.file("shown")), Boolean);
      assert.equal(readFileSync(person.file("shown"), "utf8"), url);
    },
    { env },
  );
  assert.equal(stdout, `${url}\n`);
  const printed = await watching(["over.md", "--to", url, "--json"], async () => {});
  assert.equal(JSON.parse(printed.stdout).id, id);
});

test("it ends when the artifact is gone", async () => {
  person.file("gone.md", "# One\n");
  const run = person.start(["watch", "gone.md", "--json"]);
  await until(
    () => run.stderr,
    (text) => text.includes("Watching"),
  );
  await call(person.key, "DELETE", `/artifacts/${JSON.parse(run.stdout).id}?permanent=true`);
  person.file("gone.md", "# Two\n");
  const { status, stderr } = await run.ended;
  assert.equal(status, 5);
  assert.match(stderr, /\(not_found, request req_\w+\)\n$/);
});
