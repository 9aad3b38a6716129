// A way to the database of the service on which a test holds one statement back.
import { ownWayToDatabase } from "./own_way.mjs";

// Lives as long as the test does. Gives { url, hold }; hold() takes the name of a prepared statement and gives
// { isReached, letGo, count }: a promise of its next execution, what lets that go on, and how many are held. With
// { every: true } it holds all executions until then.
export async function databaseWithHeldStatement(t) {
  let held;
  const url = await ownWayToDatabase(t, (client, database) => {
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
  });
  return {
    url,
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
