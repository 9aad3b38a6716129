// A way to the database of the service that ends a connection right behind the answer to one statement.
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const { DATABASE_URL } = process.env;
const [, directory] = /\bhost=(\S+)/.exec(DATABASE_URL);
const socketIn = (folder) => path.join(folder, ".s.PGSQL.5432");
const readyInTransaction = Buffer.from("Z\0\0\0\x05T", "latin1");

// Lives as long as the test does. Gives { url, ended }: ended() tells how many connections were ended after a
// statement with this text, in a transaction.
export async function databaseThatClosesAfter(t, text) {
  const folder = mkdtempSync(path.join(tmpdir(), "database-"));
  let ended = 0;
  const server = net.createServer((client) => {
    const database = net.connect(socketIn(directory));
    let isNear = false;
    client.on("data", (bytes) => {
      isNear ||= bytes.includes(text);
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (!isNear || !bytes.subarray(-readyInTransaction.length).equals(readyInTransaction))
        return client.write(bytes);
      ++ended;
      client.end(bytes);
      return database.destroy();
    });
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroySoon());
    for (const socket of [client, database]) socket.on("error", () => client.destroy());
  });
  await new Promise((resolve) => server.listen(socketIn(folder), resolve));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { url: DATABASE_URL.replace(directory, folder), ended: () => ended };
}
