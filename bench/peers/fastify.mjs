// A plain service that keeps and shares artifacts: what a team would write with Fastify, pg and ioredis. It checks
// the key, counts the call, and reads or writes the artifact, with prepared statements and a cluster of processes.
//
//   node fastify.mjs SOCKET DATABASE_HOST DATABASE REDIS_SOCKET PROCESSES
import cluster from "node:cluster";
import { createHash, createHmac, randomUUID } from "node:crypto";
import Fastify from "fastify";
import Redis from "ioredis";
import pg from "pg";

const [socket, host, database, redisSocket, processes] = process.argv.slice(2);
const requestsPerMinute = 100_000_000;
const secret = randomUUID();

function serve() {
  const pool = new pg.Pool({ host, database, user: "artifact_share", max: 5 });
  const redis = new Redis({ path: redisSocket });
  const app = Fastify({ bodyLimit: 10 * 1024 * 1024 });

  app.addHook("onRequest", async (request, reply) => {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (!key) return reply.code(401).send({ error: { code: "unauthorized" } });
    const hash = createHash("sha256").update(key).digest();
    const { rows } = await pool.query({
      name: "key",
      text: "select account_id from peer_keys where secret_hash = $1",
      values: [hash],
    });
    if (rows.length === 0) return reply.code(401).send({ error: { code: "unauthorized" } });
    request.account = rows[0].account_id;
    const counter = `peer:${request.account}:${Math.floor(Date.now() / 60_000)}`;
    const count = await redis.incr(counter);
    if (count === 1) await redis.expire(counter, 120);
    if (count > requestsPerMinute) return reply.code(429).send({ error: { code: "rate_limited" } });
    reply.header("x-ratelimit-remaining", requestsPerMinute - count);
  });

  app.get("/peer/artifacts/:id", async (request, reply) => {
    const { rows } = await pool.query({
      name: "find",
      text: `select id, account_id, template, title, content, metadata, created_at, expires_at
               from peer_artifacts where id = $1 and deleted_at is null`,
      values: [request.params.id],
    });
    if (rows.length === 0) return reply.code(404).send({ error: { code: "not_found" } });
    if (rows[0].account_id !== request.account) return reply.code(403).send({ error: { code: "forbidden" } });
    const { account_id: _, ...artifact } = rows[0];
    return artifact;
  });

  const schema = {
    body: {
      type: "object",
      required: ["template", "content"],
      properties: {
        template: { enum: ["markdown"] },
        title: { type: "string" },
        content: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
      },
    },
  };
  app.post("/peer/artifacts/share", { schema }, async (request, reply) => {
    const { template, title, content } = request.body;
    const id = randomUUID();
    const link = randomUUID();
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query({
        name: "create",
        text: `insert into peer_artifacts (id, account_id, template, title, content, metadata)
               values ($1, $2, $3, $4, $5, '{}')`,
        values: [id, request.account, template, title, content],
      });
      await client.query({
        name: "link",
        text: "insert into peer_links (id, artifact_id, expires_at) values ($1, $2, now() + interval '30 days')",
        values: [link, id],
      });
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
    const token = createHmac("sha256", secret).update(link).digest("base64url");
    return reply.code(201).send({ id, url: `https://localhost/peer/s/${link}.${token}` });
  });

  // Exclusive, so that connections do not come through the first process.
  return app.listen({ path: `${socket}-${cluster.worker.id}.sock`, exclusive: true });
}

if (cluster.isPrimary) for (let i = 0; i < Number(processes); ++i) cluster.fork();
else await serve();
