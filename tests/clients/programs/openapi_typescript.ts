// A program as somebody writes it who uses openapi-typescript with openapi-fetch.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./client/schema";

// Of responses that have other forms too, that in JSON.
const client = createClient<paths, "application/json">({
  baseUrl: process.env.BASE_URL,
  headers: { Authorization: `Bearer ${process.env.API_KEY}` },
});

async function main() {
  // What people see.
  const { data: shared, error: refusal } = await client.POST("/artifacts/share", {
    body: {
      template: "markdown",
      title: "Release notes",
      content: { text: "# 2.4" },
      metadata: { project: "apollo", build: { number: 1042, labels: ["nightly"] } },
      expiresIn: "30d",
      password: null,
      share: { maxViews: 100 },
    },
  });
  if (!shared) throw new Error(refusal.error.message);
  const url: string = shared.url;

  // Every template, in several forms.
  const chart: components["schemas"]["ChartContent"] = {
    type: "bar",
    data: [
      { month: "January", sold: 3, returned: 1 },
      { month: "February", sold: 5, returned: 0 },
    ],
    xKey: "month",
    yKeys: ["sold", "returned"],
    options: { scales: { y: { beginAtZero: true } }, plugins: { legend: { display: false } } },
  };
  const contents: components["schemas"]["NewArtifact"][] = [
    { template: "chart", content: chart },
    {
      template: "chart",
      content: {
        type: "line",
        data: { labels: ["a", "b"], datasets: [{ label: "One", data: [1, 2], borderDash: [4, 4] }] },
      },
    },
    { template: "table", content: { csv: "Region,Revenue\nNorth,1200\n" } },
    {
      template: "table",
      content: {
        columns: ["region", { key: "revenue", label: "Revenue", align: "right" }],
        rows: [{ region: "North", revenue: 1200 }, ["South", 950]],
      },
    },
    { template: "code", content: { text: "print(1)", language: "python" } },
    { template: "pdf", content: { markdown: "# Minutes", filename: "minutes.pdf" } },
  ];
  for (const body of contents) {
    const { data, error } = await client.POST("/artifacts", { body });
    if (!data) throw new Error(error.error.message);
    assert.equal(data.template, body.template);
  }

  // What was stored.
  const parameters = { params: { path: { artifact_id: shared.id } } };
  const { data: artifact } = await client.GET("/artifacts/{artifact_id}", parameters);
  assert.ok(artifact);
  const { project } = artifact.metadata;
  assert.ok(typeof project === "string" && project === "apollo");
  const { text } = artifact.content;
  assert.ok(typeof text === "string" && text.startsWith("# 2.4"));
  const { data: copy } = await client.POST("/artifacts", {
    body: { template: "markdown", content: { text }, metadata: artifact.metadata },
  });
  assert.ok(copy);

  const { data: list } = await client.GET("/artifacts", {
    params: { query: { template: "table", limit: 1, sort: "createdAt" } },
  });
  assert.ok(list?.pagination.hasMore);
  const { data: next } = await client.GET("/artifacts", {
    params: {
      query: { template: "table", sort: "createdAt", cursor: list.pagination.nextCursor ?? undefined },
    },
  });
  assert.equal(next?.data.length, 1);

  // Changes; null takes away, or counts as left out.
  const { data: changed } = await client.PUT("/artifacts/{artifact_id}", {
    ...parameters,
    body: { template: null, title: null, expiresIn: null, metadata: { project: null, state: "final" } },
  });
  assert.equal(changed?.title, null);
  assert.equal(changed?.expiresAt, undefined);

  // Share links.
  const { data: link } = await client.POST("/artifacts/{artifact_id}/share", {
    params: { ...parameters.params, header: { "Idempotency-Key": "once" } },
    body: { expiresIn: "1h", password: "open sesame" },
  });
  assert.ok(link?.token);
  const { data: links } = await client.GET("/artifacts/{artifact_id}/shares", parameters);
  const newest = links?.data[0];
  assert.ok(newest?.hasPassword);
  const share = { params: { path: { artifact_id: shared.id, share_id: newest.id } } };
  const { data: opened } = await client.PATCH("/artifacts/{artifact_id}/shares/{share_id}", {
    ...share,
    body: { password: null, maxViews: 5 },
  });
  assert.equal(opened?.maxViews, 5);
  const { data: viewed } = await client.GET("/a/{artifact_id}", {
    params: { path: { artifact_id: shared.id }, query: { token: link.token } },
    headers: { Accept: "application/json" },
  });
  assert.ok(typeof viewed === "object" && viewed.id === shared.id);
  const { data: revoked } = await client.DELETE("/artifacts/{artifact_id}/shares/{share_id}", share);
  assert.ok(revoked?.revokedAt);
  assert.equal((await fetch(url)).status, 200);

  // Errors.
  const { error, response } = await client.GET("/artifacts/{artifact_id}", {
    params: { path: { artifact_id: "art_01kezrwhr0e0fbkv6g3x9t2m5q" } },
  });
  assert.equal(response.status, 404);
  assert.equal(error?.error.code, "not_found");

  const { data: account } = await client.GET("/account");
  assert.ok(account && account.storage.artifacts > 5);
  const { data: events } = await client.GET("/account/audit", { params: { query: { limit: 5 } } });
  assert.equal(events?.data.length, 5);
  const { data: deleted } = await client.DELETE("/artifacts/{artifact_id}", parameters);
  assert.equal(deleted?.status, "deleted");
  const { data: restored } = await client.POST("/artifacts/{artifact_id}/restore", parameters);
  assert.equal(restored?.status, "active");
  const { data: health } = await client.GET("/healthz");
  assert.equal(health?.status, "ok");
  console.log("done");
}

// Wrong calls, which the compiler finds.
export const wrong: components["schemas"]["NewArtifact"][] = [
  // @ts-expect-error the content of another template
  { template: "table", content: { text: "# 2.4" } },
  // @ts-expect-error no such template
  { template: "slides", content: { text: "# 2.4" } },
  // @ts-expect-error a misspelt field
  { template: "markdown", content: { text: "# 2.4" }, titel: "Release notes" },
  // @ts-expect-error a misspelt member of the content
  { template: "markdown", content: { txet: "# 2.4" } },
];
export const wrongChanges: components["schemas"]["ArtifactEdit"][] = [
  // @ts-expect-error two kinds of change
  { append: { text: "more" }, edits: [{ find: "one", replace: "two" }] },
  // @ts-expect-error a key of rows beside a text
  { append: { text: "more", key: "Day" } },
  // @ts-expect-error no value to set
  { set: [{ op: "replace", path: "/text" }] },
  // @ts-expect-error a misspelt member
  { edits: [{ find: "one", replacement: "two" }] },
];

void main();
