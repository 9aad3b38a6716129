// What people see of artifact on a terminal, and what they do not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, markdown, request, share, until } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { content, pdf } from "../../documents/pdf_writer.mjs";

let person;
before(() => {
  person = Person.withKey();
  person.file("secret.md", "# Secret\n");
});
after(() => person.remove());

// Types each text once the terminal shows what it answers: [[shown, typed], …].
async function type(run, ...dialogue) {
  for (const [shown, typed] of dialogue) {
    await until(
      () => run.stdout,
      (text) => text.includes(shown),
    );
    run.child.stdin.write(typed);
  }
}

const linkIn = (text) => /https:\/\/\S+\/a\/art_\w+\?token=[\w.-]+/.exec(text)[0];

test("a password is asked for twice, and not shown", async () => {
  const run = person.onTerminal('"$artifact" share secret.md --password');
  await type(run, ["Password: ", "open sesame\n"], ["Password again: ", "open sesame\n"]);
  const { status, stdout } = await run.ended;
  assert.equal(status, 0, stdout);
  assert.doesNotMatch(stdout, /sesame/);
  const headers = { accept: "text/markdown", "x-share-password": "open sesame" };
  assert.equal((await request("GET", linkIn(stdout), { headers, isDescribed: false })).status, 200);
});

test("bash completes a command as such where a folder has its name", async () => {
  person.file("completion.bash", (await person.run(["completion", "bash"])).stdout);
  const run = person.onTerminal("mkdir -p share shares.d; exec bash --norc --noprofile -i");
  const setUp = `PS1='rea''dy '; . ./completion.bash; artifact() { echo "cal""led <$*>"; }\n`;
  await type(run, ["bash-", setUp], ["ready ", "artifact sha\t\n"]);
  await type(run, ["called <", "artifact share shares.\t\n"], ["called <share s", "exit\n"]);
  const { stdout } = await run.ended;
  assert.match(stdout, /called <share>/);
  assert.match(stdout, /called <share shares\.d\/>/);
});

test("two passwords that differ share nothing", async () => {
  const run = person.onTerminal('"$artifact" share secret.md --password');
  await type(run, ["Password: ", "open sesame\n"], ["Password again: ", "open seasme\n"]);
  const { status, stdout } = await run.ended;
  assert.equal(status, 1);
  assert.match(stdout, /artifact: the two passwords differ/);
  assert.doesNotMatch(stdout, /https:/);
});

test("a document on standard input leaves the password to the terminal", async () => {
  const run = person.onTerminal('echo "# From a pipe" | "$artifact" share --password');
  await type(run, ["Password: ", "open sesame\n"], ["Password again: ", "open sesame\n"]);
  const { status, stdout } = await run.ended;
  assert.equal(status, 0, stdout);
  assert.doesNotMatch(stdout, /sesame/);
});

test("Ctrl-C at the password leaves a terminal that shows what is typed", async () => {
  const run = person.onTerminal('trap : INT; "$artifact" share secret.md --password; echo "status $?"; stty');
  await type(run, ["Password: ", "\u0003"]);
  const { stdout } = await run.ended;
  assert.match(stdout, /status 130/);
  assert.doesNotMatch(stdout, /-echo\b/);
});

// A Ctrl-C just before the program begins to wait for input, which no timing from outside hits reliably.
const interruptBeforeWaiting = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>
static int is_first = 1;
static void interrupt_once(int file) {
  if (!is_first || !isatty(file)) return;
  is_first = 0;
  raise(SIGINT);
}
ssize_t read(int file, void* buffer, size_t size) {
  interrupt_once(file);
  return ((ssize_t (*)(int, void*, size_t))dlsym(RTLD_NEXT, "read"))(file, buffer, size);
}
int ppoll(struct pollfd* files, nfds_t count, const struct timespec* limit, const sigset_t* mask) {
  interrupt_once(files->fd);
  return ((int (*)(struct pollfd*, nfds_t, const struct timespec*, const sigset_t*))dlsym(RTLD_NEXT, "ppoll"))(
      files, count, limit, mask);
}
`;

test("Ctrl-C ends the program also just before it waits for the password", async (t) => {
  person.file("interrupt.c", interruptBeforeWaiting);
  const run = person.onTerminal(
    'gcc -shared -fPIC -o interrupt.so interrupt.c -ldl && LD_PRELOAD=$PWD/interrupt.so "$artifact" share secret.md --password; ' +
      'echo "status $?"',
    { env: { ASAN_OPTIONS: "verify_asan_link_order=0" } },
  );
  // A program that missed it waits for a line.
  t.after(() => run.child.stdin.end("\n"));
  await until(
    () => run.stdout,
    (text) => text.includes("status"),
  );
  assert.match(run.stdout, /status 130/);
});

test("a key is asked for without being shown", async (t) => {
  const newcomer = new Person();
  t.after(() => newcomer.remove());
  const { origin } = new URL(process.env.BASE_URL);
  const run = newcomer.onTerminal(`"$artifact" login ${origin} --with-key`);
  await type(run, [`API key of ${new URL(origin).host}: `, `${person.key}\n`]);
  const { status, stdout } = await run.ended;
  assert.equal(status, 0, stdout);
  assert.match(stdout, /Signed in to/);
  assert.ok(!stdout.includes(person.key));
});

test("a list has columns under headings, cut to the width of the terminal", async () => {
  const title = `A title ${"that is long ".repeat(10)}\u001b[31m`.slice(0, 120);
  const { id } = await share(person.key, markdown("x", { title: title.replace("\u001b", "") }));
  const { stdout } = await person.onTerminal('stty cols 100; "$artifact" list').ended;
  const lines = stdout.trimEnd().split("\r\n");
  assert.match(lines[0], /^ID +TEMPLATE +STATUS +CREATED +TITLE$/);
  const line = lines.find((text) => text.startsWith(id));
  assert.equal(line.length, 100);
  assert.match(line, /A title that is long .*…$/);
});

test("what an artifact holds cannot command the terminal", async () => {
  const { id } = await share(person.key, markdown("red \u001b[31m and title \u009b31m\n"));
  const { stdout } = await person.onTerminal(`"$artifact" get ${id}`).ended;
  assert.equal(stdout, "red \ufffd[31m and title \ufffd31m\r\n");
  const piped = await person.run(["get", id]);
  assert.equal(piped.stdout, "red \u001b[31m and title \u009b31m\n");
});

test("a PDF file is not printed on a terminal", async () => {
  const { json } = await call(person.key, "POST", "/artifacts", {
    template: "pdf",
    content: content(pdf([["A page"]])),
  });
  const { status, stdout } = await person.onTerminal(`"$artifact" get ${json.id}`).ended;
  assert.equal(status, 1);
  assert.equal(
    stdout,
    "artifact: a PDF file or picture cannot be shown on a terminal; name a file with --output\r\n",
  );
});

test("the upload of a large file shows its progress, and leaves nothing of it", async () => {
  person.file("large.txt", "a line of text\n".repeat(200_000));
  const { status, stdout } = await person.onTerminal('"$artifact" share large.txt').ended;
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\r\u001b\[KUploading: [\d.]+ of 3\.1 MiB \(100 %\)\r\u001b\[K/);
});

test("a permanent deletion asks first", async () => {
  const { id } = await share(person.key, markdown("x"));
  const keep = person.onTerminal(`"$artifact" delete --permanent ${id}`);
  await type(keep, ["[y/N] ", "n\n"]);
  assert.equal((await keep.ended).status, 1);
  assert.equal((await call(person.key, "GET", `/artifacts/${id}`)).status, 200);
  const remove = person.onTerminal(`"$artifact" delete --permanent ${id}`);
  await type(remove, ["[y/N] ", "y\n"]);
  assert.equal((await remove.ended).status, 0);
  assert.equal((await call(person.key, "GET", `/artifacts/${id}`)).status, 404);
});
