// Another site: a small HTTPS server beside the service, with the certificate of its own, under whatever
// name the browser is told that it has.
import { readFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";

// Answers each path with `answers[path]`, { type, body, headers?, status? }, and 404 to others. Gives the
// port, the requests that came ({ path, headers }), and a way to stop.
export async function serveSite(answers) {
  const { CA_CERT } = process.env;
  const requests = [];
  const server = https.createServer(
    { cert: readFileSync(CA_CERT), key: readFileSync(path.join(path.dirname(CA_CERT), "key.pem")) },
    ({ url, headers }, response) => {
      requests.push({ path: url, headers });
      const answer = answers[url] ?? { status: 404, type: "text/plain", body: "nothing" };
      response.writeHead(answer.status ?? 200, { "content-type": answer.type, ...answer.headers });
      response.end(answer.body);
    },
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port: server.address().port, requests, stop };
}
