// nginx lets through large bodies of the routes that take files or content, and of no others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { routes } from "../service/route_table.mjs";

const site = readFileSync(new URL("../../nginx/artifact-share.conf.in", import.meta.url), "utf8");
const [, map] = /^map \S+ \$artifact_share_large_body \{\n([^]*?)^\}/m.exec(site);
const places = [...map.matchAll(/^ {2}"~(.*)" +(\S+);$/gm)].map(([, pattern, place]) => ({
  pattern: new RegExp(pattern),
  place,
}));

// A logo.
const small = new Set(["POST /dashboard/settings/publishing"]);

const placeOf = (route, artifact_id) => {
  const values = { artifact_id, upload_token: `artu_${"x".repeat(42)}` };
  const uri = route.pattern.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "1");
  return places.find(({ pattern }) => pattern.test(`${route.method}:${uri}`))?.place;
};

test("the routes that take files or content, and no others, may have large bodies", () => {
  const taking = routes.filter(
    ({ method, pattern, takesFiles, takesContent }) =>
      (takesFiles && !small.has(`${method} ${pattern}`)) || takesContent,
  );
  assert.ok(taking.length > 8, `${taking.length} routes take files`);
  for (const route of routes) {
    if (route.method === "GET" || route.method === "DELETE") continue;
    for (const id of ["art_01h455vb4pex5vsknk084sn02q", "ext:invoice:2026-11"]) {
      if (id.startsWith("ext:") && !route.pattern.startsWith("/artifacts/")) continue;
      assert.equal(
        placeOf(route, id) !== undefined,
        taking.includes(route),
        `${route.method} ${route.pattern}`,
      );
    }
  }
});

test("each place of large bodies has a location", () => {
  for (const { place } of places)
    assert.match(site, new RegExp(`^ {2}location = /large-body/${place} \\{`, "m"));
});
