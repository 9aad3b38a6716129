// A way to the database of the service on which a test holds one statement back.
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const { DATABASE_URL } = process.env;
const [, directory] = /\bhost=(\S+)/.exec(DATABASE_URL);
const socketIn = (folder) => path.join(folder, ".s.PGSQL.5432");

// Lives as long as the test does. Gives { url, hold }; hold() takes the name of a prepared statement and gives
// { isReached, letGo, count }: a promise of its next execution, what lets that go on, and how many are held. With
// { every: true } it holds all executions until then.
export async function databaseWithHeldStatement(t) {
  const folder = mkdtempSync(path.join(tmpdir(), "database-"));
  let held;
  const server = net.createServer((client) => {
    const database = net.connect(socketIn(directory));
    database.pipe(client);
    client.on("data", async (bytes) => {
      if (held && bytes.includes(`${held.name}\0`)) {
        const { reach, mayGoOn, every } = held;
        ++held.count;
        if (!every) held = undefined;
        client.pause();
        reach();
        await mayGoOn;
        client.resume();
      }
      database.write(bytes);
    });
    client.on("close", () => database.destroy());
    for (const socket of [client, database]) socket.on("error", () => client.destroy());
  });
  await new Promise((resolve) => server.listen(socketIn(folder), resolve));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return {
    url: DATABASE_URL.replace(directory, folder),
    hold(name, { every = false } = {}) {
      let reach;
      let letGo;
      const isReached = new Promise((resolve) => (reach = resolve));
      const mayGoOn = new Promise((resolve) => (letGo = resolve)).then(() => (held = undefined));
      const own = { name, reach, mayGoOn, every, count: 0 };
      held = own;
      return { isReached, letGo, count: () => own.count };
    },
  };
}
