// What /metrics says, and that the dashboard, the alerts and the operator's guide speak of the same.
// That it counts exactly is in tests/faults/metrics.test.mjs, which has the service for itself.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";
import { load } from "js-yaml";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { readPrometheusText, total } from "../../service/prometheus_text.mjs";
import { takeApart } from "../../service/share_token_forge.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (name) => readFileSync(path.join(root, name), "utf8");
const guide = read("docs/monitor.md");
const dashboard = JSON.parse(read("docs/monitoring/dashboard.json"));
const rules = load(read("docs/monitoring/alerts.yaml")).groups.flatMap((group) => group.rules);

let families;
before(async () => {
  const response = await request("GET", `${origin}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
  families = readPrometheusText(response.text);
});

test("hides the metrics from other hosts", async () => {
  for (const from of [ownAddress(), ownAddress()]) {
    const hidden = await request("GET", `${origin}/metrics`, { from });
    assert.equal(hidden.status, 404);
    assert.deepEqual(hidden.json.error.code, "not_found");
    assert.ok(!hidden.text.includes("artifact_share"));
  }
  for (const trick of ["/api/metrics", "/metrics/", "//metrics", "/%6detrics", "/./metrics", "/x/../metrics"])
    assert.equal((await request("GET", origin + trick, { from: ownAddress() })).status, 404, trick);
});

test("exposes nothing of a request but its route, method and status", async () => {
  const { key, account } = newAccount();
  const { id, url } = await share(
    key,
    markdown("canary-content", { title: "canary-title", password: "canary-password" }),
  );
  await request("GET", url, { headers: { "x-share-password": "canary-password" } });
  await call(key, "GET", `/artifacts/canary-path?canary-query=${key}`);
  await call("canary-key", "GET", `/artifacts/${id}`, undefined, { "x-canary-header": "canary" });
  await request("CANARY", `${origin}/a/${id}?token=x`);
  const { text } = await request("GET", `${origin}/metrics`);
  const token = new URL(url).searchParams.get("token");
  for (const secret of ["canary", "CANARY", key, account, id, token, takeApart(token).signed])
    assert.ok(!text.includes(secret), secret);
  for (const setting of ["host=", "redis.sock", "/config", "127.0.0.1"])
    assert.ok(!text.includes(setting), setting);
});

test("has the faults of every operation from the start, and clients cannot add any label", async () => {
  const routes = async () =>
    new Set(
      readPrometheusText((await request("GET", `${origin}/metrics`)).text)
        .get("artifact_share_http_requests_total")
        .samples.map(({ labels }) => `${labels.method} ${labels.route}`),
    );
  const beforehand = await routes();
  await request("GET", `${origin}/nothing-${Date.now()}`);
  await request("PROPFIND", `${origin}/docs`);
  assert.deepEqual(await routes(), beforehand);
  for (const [pattern, operations] of Object.entries(load(read("docs/openapi.yaml")).paths))
    for (const method of ["get", "post", "put", "patch", "delete"].filter((name) => operations[name]))
      total(families, "artifact_share_http_requests_total", {
        route: pattern.replace("artu_{", "{"), // the specification's paths have what tokens begin with
        method: method.toUpperCase(),
        status: "500",
      });
});

test("reports the worker processes and their threads", () => {
  const files = readdirSync(path.join(process.env.STATE_DIR, "metrics")).filter((name) =>
    name.startsWith("worker-"),
  );
  const processes = total(families, "artifact_share_worker_processes");
  assert.equal(files.length, processes);
  assert.equal(total(families, "artifact_share_worker_threads"), 5 * processes);
  assert.ok(total(families, "artifact_share_http_requests_in_flight") >= 1);
  assert.equal(total(families, "artifact_share_rate_limits_local_since_timestamp_seconds"), 0);
});

// Every metric that an expression of PromQL names, with the labels that it chooses or groups by.
function namedIn(expression) {
  const metrics = [...expression.matchAll(/(artifact_share_\w+)(?:\{((?:[^}"]|"[^"]*")*)\})?/g)].map(
    ([, metric, selector = ""]) => ({
      metric,
      labels: [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label, operator, value]) => ({
          label,
          fits: operator.endsWith("~")
            ? (text) => new RegExp(`^(?:${value})$`).test(text)
            : (text) => text === value,
          value,
        }),
      ),
    }),
  );
  const groups = [...expression.matchAll(/\b(?:by|on|without|ignoring) ?\(([^)]*)\)/g)].flatMap(([, list]) =>
    list.split(",").map((label) => label.trim()),
  );
  return { metrics, groups };
}

// Set by Prometheus itself, not by us.
const targetLabels = ["job", "instance"];

function assertExpression(expression, place) {
  const { metrics, groups } = namedIn(expression);
  assert.ok(metrics.length > 0 || /\bup\b/.test(expression), `${place} names a metric: ${expression}`);
  const known = new Set(targetLabels);
  for (const { metric, labels } of metrics) {
    const family = families.get(metric) ?? families.get(metric.replace(/_(bucket|sum|count)$/, ""));
    const samples = family?.samples.filter(({ name }) => name === metric) ?? [];
    assert.ok(samples.length > 0, `${place}: there is no ${metric}`);
    for (const sample of samples) for (const label of Object.keys(sample.labels)) known.add(label);
    for (const { label, fits, value } of labels) {
      if (targetLabels.includes(label)) continue;
      assert.ok(
        samples.some((sample) => fits(sample.labels[label] ?? "")),
        `${place}: no ${metric} has ${label} ${value}`,
      );
    }
  }
  for (const label of groups) assert.ok(known.has(label), `${place}: nothing has the label ${label}`);
}

test("has the metrics of every alert, and each alert is documented", () => {
  assert.ok(rules.length >= 10);
  for (const rule of rules) {
    assertExpression(rule.expr, rule.alert);
    assert.ok(["page", "ticket"].includes(rule.labels.severity), rule.alert);
    assert.ok(rule.annotations.summary && rule.annotations.description, rule.alert);
    assert.match(guide, new RegExp(`^\\| \`${rule.alert}\` \\|`, "m"), `the guide has ${rule.alert}`);
  }
  const explained = [...guide.matchAll(/^\| `(ArtifactShare\w+)` \|/gm)].map(([, alert]) => alert);
  assert.deepEqual(explained.sort(), rules.map(({ alert }) => alert).sort());
});

test("has the metrics of every dashboard panel", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  assert.ok(panels.length >= 12);
  for (const panel of panels) {
    assert.ok(panel.title && panel.targets.length > 0);
    for (const { expr } of panel.targets) assertExpression(expr, panel.title);
  }
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
});

test("documents every metric with its labels, and no other", () => {
  const rows = [...guide.matchAll(/^\| `(artifact_share_\w+)` \| ([^|]*)\| (\w+) \|/gm)];
  assert.deepEqual(rows.map(([, metric]) => metric).sort(), [...families.keys()].sort());
  for (const [, metric, labels, type] of rows) {
    const { samples, type: actual } = families.get(metric);
    const used = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
    used.delete("le");
    assert.deepEqual(
      [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort(),
      [...used].sort(),
      metric,
    );
    assert.equal(type, actual, metric);
  }
});

test("documents every event of the workers' log", () => {
  const events = new Set();
  for (const module of ["db", "fcgi", "handlers", "rendering", "runtime", "worker"])
    for (const file of readdirSync(path.join(root, module), { recursive: true }))
      if (file.endsWith(".cc"))
        for (const [, event] of read(`${module}/${file}`).matchAll(
          /(?:log_event\((?:core::LogLevel::\w+,\s*)?|"event", )\s*"(\w+)"/g,
        ))
          events.add(event);
  assert.ok(events.size >= 6, [...events].join());
  for (const event of events) assert.match(guide, new RegExp(`^\\| \`${event}\` \\|`, "m"), event);
});
