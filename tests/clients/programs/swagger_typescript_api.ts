// A program as somebody writes it who uses swagger-typescript-api.
import assert from "node:assert/strict";
import { Api, Template, type ChartContent, type NewArtifact } from "./client/artifacts";

const api = new Api({ baseApiParams: { headers: { Authorization: `Bearer ${process.env.API_KEY}` } } });

async function main() {
  const { data: shared } = await api.artifacts.createAndShareArtifact({
    template: Template.Markdown,
    title: "Release notes",
    content: { text: "# 2.4" },
    metadata: { project: "apollo", build: { number: 1042, labels: ["nightly"] } },
    expiresIn: "30d",
    password: null,
  });

  const chart: ChartContent = {
    type: "bar",
    data: [{ month: "January", sold: 3, returned: 1 }],
    xKey: "month",
    yKeys: ["sold", "returned"],
    options: { scales: { y: { beginAtZero: true } } },
  };
  const contents: NewArtifact[] = [
    { template: Template.Chart, content: chart },
    { template: Template.Table, content: { csv: "Region,Revenue\nNorth,1200\n" } },
    { template: Template.Table, content: { columns: ["region"], rows: [{ region: "North" }, ["South"]] } },
    { template: Template.Code, content: { text: "print(1)", language: "python" } },
  ];
  for (const body of contents) {
    const { data } = await api.artifacts.createArtifact(body);
    assert.equal(data.template, body.template);
  }

  const { data: artifact } = await api.artifacts.getArtifact(shared.id);
  assert.equal(artifact.metadata.project, "apollo");
  const { data: list } = await api.artifacts.listArtifacts({ template: Template.Table, limit: 1 });
  assert.ok(list.pagination.hasMore && list.pagination.nextCursor);

  const { data: changed } = await api.artifacts.updateArtifact(shared.id, {
    template: null,
    title: null,
    expiresIn: null,
    metadata: { project: null },
  });
  assert.equal(changed.title, null);

  const links = api.shareLinks;
  const { data: link } = await links.shareArtifact(shared.id, { expiresIn: "1h", password: "open sesame" });
  const { data: listed } = await links.listShareLinks(shared.id, { status: "active" });
  const [newest] = listed.data;
  assert.ok(newest?.hasPassword);
  const { data: opened } = await links.updateShareLink(shared.id, newest.id, { password: null, maxViews: 5 });
  assert.equal(opened.maxViews, 5);
  const { data: viewed } = await api.sharePages.viewSharedArtifact(
    shared.id,
    { token: link.token },
    { headers: { Accept: "application/json" } },
  );
  assert.equal(viewed.id, shared.id);
  assert.ok((await links.revokeShareLink(shared.id, newest.id)).data.revokedAt);

  const refused = await api.artifacts
    .getArtifact("art_01kezrwhr0e0fbkv6g3x9t2m5q")
    .catch((problem) => problem);
  assert.equal(refused.status, 404);
  assert.equal(refused.error.error.code, "not_found");
  console.log("done");
}

void main();
