// A program as somebody writes it who uses openapi-typescript-codegen.
import assert from "node:assert/strict";
import {
  ApiError,
  ArtifactsService,
  ChartContent,
  OpenAPI,
  ShareLinksService,
  SharePagesService,
  Template,
  type NewArtifact,
} from "./client";

OpenAPI.TOKEN = process.env.API_KEY;

async function main() {
  const shared = await ArtifactsService.createAndShareArtifact({
    template: Template.MARKDOWN,
    title: "Release notes",
    content: { text: "# 2.4" },
    metadata: { project: "apollo", build: { number: 1042, labels: ["nightly"] } },
    expiresIn: "30d",
    password: null,
  });

  const chart: ChartContent = {
    type: ChartContent.type.BAR,
    data: [{ month: "January", sold: 3, returned: 1 }],
    xKey: "month",
    yKeys: ["sold", "returned"],
    options: { scales: { y: { beginAtZero: true } } },
  };
  const contents: NewArtifact[] = [
    { template: Template.CHART, content: chart },
    { template: Template.TABLE, content: { csv: "Region,Revenue\nNorth,1200\n" } },
    { template: Template.TABLE, content: { columns: ["region"], rows: [{ region: "North" }, ["South"]] } },
    { template: Template.CODE, content: { text: "print(1)", language: "python" } },
  ];
  for (const body of contents) {
    const created = await ArtifactsService.createArtifact(body);
    assert.equal(created.template, body.template);
  }

  const artifact = await ArtifactsService.getArtifact(shared.id);
  assert.equal(artifact.metadata.project, "apollo");
  const list = await ArtifactsService.listArtifacts(1);
  assert.ok(list.pagination.hasMore && list.pagination.nextCursor);

  const changed = await ArtifactsService.updateArtifact(shared.id, {
    template: null,
    title: null,
    expiresIn: null,
    metadata: { project: null },
  });
  assert.equal(changed.title, null);

  const link = await ShareLinksService.shareArtifact(shared.id, undefined, {
    expiresIn: "1h",
    password: "open sesame",
  });
  const [newest] = (await ShareLinksService.listShareLinks(shared.id)).data;
  assert.ok(newest?.hasPassword);
  const opened = await ShareLinksService.updateShareLink(shared.id, newest.id, {
    password: null,
    maxViews: 5,
  });
  assert.equal(opened.maxViews, 5);
  const viewed = await SharePagesService.viewSharedArtifact(shared.id, link.token);
  assert.equal(viewed.id, shared.id);
  assert.ok((await ShareLinksService.revokeShareLink(shared.id, newest.id)).revokedAt);

  const refused = await ArtifactsService.getArtifact("art_01kezrwhr0e0fbkv6g3x9t2m5q").catch(
    (problem) => problem,
  );
  assert.ok(refused instanceof ApiError);
  assert.equal(refused.status, 404);
  assert.equal(refused.body.error.code, "not_found");
  console.log("done");
}

void main();
