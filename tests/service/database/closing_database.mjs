// A way to the database of the service that ends a connection right behind the answer to one statement.
import { ownWayToDatabase } from "./own_way.mjs";

const readyInTransaction = Buffer.from("Z\0\0\0\x05T", "latin1");

// Lives as long as the test does. Gives { url, ended }: ended() tells how many connections were ended after a
// statement with this text, in a transaction.
export async function databaseThatClosesAfter(t, text) {
  let ended = 0;
  const url = await ownWayToDatabase(t, (client, database) => {
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
    database.on("close", () => client.destroySoon());
  });
  return { url, ended: () => ended };
}
