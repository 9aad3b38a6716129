// A way of one's own to the database of the service, which a test can hold back or close.
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const { DATABASE_URL } = process.env;
const [, directory] = /\bhost=(\S+)/.exec(DATABASE_URL);
const socketIn = (folder) => path.join(folder, ".s.PGSQL.5432");

// Lives as long as the test does. Calls serve() with the client's and the database's socket for each connection;
// gives the URL.
export async function ownWayToDatabase(t, serve) {
  const folder = mkdtempSync(path.join(tmpdir(), "database-"));
  const server = net.createServer((client) => {
    const database = net.connect(socketIn(directory));
    serve(client, database);
    client.on("close", () => database.destroy());
    for (const socket of [client, database]) socket.on("error", () => client.destroy());
  });
  await new Promise((resolve) => server.listen(socketIn(folder), resolve));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return DATABASE_URL.replace(directory, folder);
}
