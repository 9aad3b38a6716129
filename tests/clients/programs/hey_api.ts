// A program as somebody writes it who uses @hey-api/openapi-ts.
import assert from "node:assert/strict";
import {
  createAndShareArtifact,
  createArtifact,
  getArtifact,
  listArtifacts,
  listShareLinks,
  revokeShareLink,
  shareArtifact,
  updateArtifact,
  updateShareLink,
  viewSharedArtifact,
  type ArtifactEdit,
  type ChartContent,
  type NewArtifact,
} from "./client";
import { client } from "./client/client.gen";

client.setConfig({ auth: () => process.env.API_KEY });

async function main() {
  const { data: shared, error: refusal } = await createAndShareArtifact({
    body: {
      template: "markdown",
      title: "Release notes",
      content: { text: "# 2.4" },
      metadata: { project: "apollo", build: { number: 1042, labels: ["nightly"] } },
      expiresIn: "30d",
      password: null,
    },
  });
  if (!shared) throw new Error(refusal.error.message);

  const chart: ChartContent = {
    type: "bar",
    data: [{ month: "January", sold: 3, returned: 1 }],
    xKey: "month",
    yKeys: ["sold", "returned"],
    options: { scales: { y: { beginAtZero: true } } },
  };
  const contents: NewArtifact[] = [
    { template: "chart", content: chart },
    { template: "table", content: { csv: "Region,Revenue\nNorth,1200\n" } },
    { template: "table", content: { columns: ["region"], rows: [{ region: "North" }, ["South"]] } },
    { template: "code", content: { text: "print(1)", language: "python" } },
  ];
  for (const body of contents) {
    const { data, error } = await createArtifact({ body });
    if (!data) throw new Error(error.error.message);
    assert.equal(data.template, body.template);
  }

  const path = { artifact_id: shared.id };
  const { data: artifact } = await getArtifact({ path });
  assert.ok(artifact);
  const { project } = artifact.metadata;
  assert.ok(typeof project === "string" && project === "apollo");
  const { data: list } = await listArtifacts({ query: { template: "table", limit: 1 } });
  assert.ok(list?.pagination.hasMore && list.pagination.nextCursor);

  const { data: changed } = await updateArtifact({
    path,
    body: { template: null, title: null, expiresIn: null, metadata: { project: null } },
  });
  assert.equal(changed?.title, null);

  const { data: link } = await shareArtifact({ path, body: { expiresIn: "1h", password: "open sesame" } });
  assert.ok(link);
  const { data: links } = await listShareLinks({ path, query: { status: "active" } });
  const newest = links?.data[0];
  assert.ok(newest?.hasPassword);
  const share = { path: { ...path, share_id: newest.id } };
  const { data: opened } = await updateShareLink({ ...share, body: { password: null, maxViews: 5 } });
  assert.equal(opened?.maxViews, 5);
  const { data: viewed } = await viewSharedArtifact({
    path,
    query: { token: link.token },
    headers: { Accept: "application/json" },
  });
  assert.equal(viewed?.id, shared.id);
  assert.ok((await revokeShareLink(share)).data?.revokedAt);

  const { error, response } = await getArtifact({ path: { artifact_id: "art_01kezrwhr0e0fbkv6g3x9t2m5q" } });
  assert.equal(response.status, 404);
  assert.equal(error?.error.code, "not_found");
  console.log("done");
}

// Wrong calls, which the compiler finds.
export const wrong: NewArtifact[] = [
  // @ts-expect-error the content of another template
  { template: "table", content: { text: "# 2.4" } },
  // @ts-expect-error no such template
  { template: "slides", content: { text: "# 2.4" } },
  // @ts-expect-error a misspelt field
  { template: "markdown", content: { text: "# 2.4" }, titel: "Release notes" },
  // @ts-expect-error a misspelt member of the content
  { template: "markdown", content: { txet: "# 2.4" } },
];
export const wrongChanges: ArtifactEdit[] = [
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
