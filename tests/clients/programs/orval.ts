// A program as somebody writes it who uses orval.
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
  type ChartContent,
  type NewArtifact,
} from "./client/artifacts";

const options = { headers: { Authorization: `Bearer ${process.env.API_KEY}` } };

async function main() {
  const shared = await createAndShareArtifact(
    {
      template: "markdown",
      title: "Release notes",
      content: { text: "# 2.4" },
      metadata: { project: "apollo", build: { number: 1042, labels: ["nightly"] } },
      expiresIn: "30d",
      password: null,
    },
    undefined,
    options,
  );
  if (shared.status !== 201) throw new Error(shared.data.error.message);
  const { id } = shared.data;

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
    const created = await createArtifact(body, undefined, options);
    if (created.status !== 201) throw new Error(created.data.error.message);
    assert.equal(created.data.template, body.template);
  }

  const read = await getArtifact(id, options);
  assert.ok(read.status === 200);
  const artifact = read.data;
  const { project } = artifact.metadata;
  assert.ok(typeof project === "string" && project === "apollo");
  const list = await listArtifacts({ template: "table", limit: 1 }, options);
  assert.ok(list.status === 200);
  assert.ok(list.data.pagination.hasMore && list.data.pagination.nextCursor);

  const changed = await updateArtifact(
    id,
    { template: null, title: null, expiresIn: null, metadata: { project: null } },
    undefined,
    options,
  );
  assert.ok(changed.status === 200);
  assert.equal(changed.data.title, null);

  const link = await shareArtifact(id, { expiresIn: "1h", password: "open sesame" }, options);
  assert.ok(link.status === 200);
  const links = await listShareLinks(id, { status: "active" }, options);
  assert.ok(links.status === 200);
  const [newest] = links.data.data;
  assert.ok(newest?.hasPassword);
  const opened = await updateShareLink(id, newest.id, { password: null, maxViews: 5 }, options);
  assert.ok(opened.status === 200);
  assert.equal(opened.data.maxViews, 5);
  const viewed = await viewSharedArtifact(
    id,
    { token: link.data.token },
    { headers: { Accept: "application/json" } },
  );
  assert.ok(viewed.status === 200);
  assert.ok(typeof viewed.data === "object" && viewed.data.id === id);
  assert.equal((await revokeShareLink(id, newest.id, options)).status, 200);

  const missing = await getArtifact("art_01kezrwhr0e0fbkv6g3x9t2m5q", options);
  assert.ok(missing.status === 404);
  assert.equal(missing.data.error.code, "not_found");
  console.log("done");
}

void main();
