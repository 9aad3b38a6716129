// Called by bench/enumeration with the number of rounds.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Visitor, password } from "../tests/service/dashboard_client.mjs";

const rounds = Number(process.argv[2]);
const newEmail = () => `${randomUUID()}@example.org`;
const taken = newEmail();
const visitor = new Visitor();
await visitor.open("/dashboard/sign-up");
const form_token = visitor.formToken;

async function send(path, fields, expected) {
  const started = performance.now();
  const { status } = await visitor.post(path, { form_token, ...fields });
  if (status !== expected) throw new Error(`${path}: ${status}`);
  return performance.now() - started;
}
const signIn = (email) => send("/dashboard/sign-in", { email, password: "not the password" }, 401);
const signUp = (email) => send("/dashboard/sign-up", { email, accountName: "Bench", password }, 303);

// Attempts are limited, which is not what is measured.
function forgetAttempts() {
  const redis = (...words) =>
    execFileSync("redis-cli", ["-s", process.env.REDIS_SOCKET, ...words], { encoding: "utf8" });
  const keys = redis("--scan", "--pattern", "attempts:*").split("\n").filter(Boolean);
  if (keys.length > 0) redis("del", ...keys);
}

const pairs = [
  { name: "sign-in, known / unknown", call: signIn, there: [], absent: [] },
  { name: "sign-up, taken / free", call: signUp, there: [], absent: [] },
];
await signUp(taken);
for (let round = 0; round < rounds; ++round) {
  forgetAttempts();
  for (const { call, there, absent } of pairs) {
    const measure = [
      async () => there.push(await call(taken)),
      async () => absent.push(await call(newEmail())),
    ];
    if (round % 2) measure.reverse();
    for (const one of measure) await one();
  }
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];
for (const { name, there, absent } of pairs) {
  const ratios = there.map((time, i) => time / absent[i]);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(3));
  const [first, second] = [there, absent].map((times) =>
    `${quantile(times, 0.5).toFixed(1)} ms`.padStart(10),
  );
  console.log(`${name.padEnd(26)}${first} ${second}   ${middle}x (${low} to ${high})`);
}
process.exit(0);
