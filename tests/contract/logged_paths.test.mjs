// nginx's access log has the path of every request to a route of the service, without the values that callers choose.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { routes } from "../service/route_table.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const site = read("nginx/artifact-share.conf.in");
const [, map] = /^map \$request_uri \$artifact_share_known_path \{\n([^]*?)^\}/m.exec(site);
const patterns = [...map.matchAll(/^ {2}"~(.*)" \$artifact_share_path;$/gm)].map(
  ([, pattern]) => new RegExp(pattern),
);
const notLogged = [...site.matchAll(/^ {2}location = (\S+) \{([^]*?)^ {2}\}/gm)]
  .filter(([, , directives]) => /access_log off;/.test(directives))
  .map(([, path]) => path);

const loggedPathOf = (uri) =>
  patterns.map((pattern) => pattern.exec(uri)?.groups.artifact_share_path).find(Boolean) ?? "-";

// Left out of what is logged.
const hidden = { upload_token: `artu_${"x".repeat(42)}` };
const values = { ...hidden, version: "12" };
for (const [name, prefix] of Object.entries({
  artifact: "art",
  share: "shr",
  key: "key",
  app: "app",
  user: "usr",
}))
  values[`${name}_id`] = `${prefix}_01h455vb4pex5vsknk084sn02q`;
const filled = (route) =>
  route.replace(/\{(\w+)\}/g, (_, name) => {
    assert.ok(values[name], name);
    return values[name];
  });

test("logs the path of every route, without the query", () => {
  assert.ok(patterns.length > 3 && routes.length > 80);
  assert.ok(routes.filter(({ isOfApi }) => isOfApi).length > 15);
  for (const { pattern: route, isOfApi } of routes) {
    if (notLogged.includes(route)) continue;
    // The API's are also below /api.
    for (const prefix of isOfApi ? ["", "/api"] : [""]) {
      const path = prefix + filled(route);
      const expected = Object.values(hidden).reduce((shown, value) => shown.replace(value, ""), path);
      assert.equal(loggedPathOf(path), expected, route);
      assert.equal(loggedPathOf(`${path}?token=secret`), expected, route);
    }
  }
});

test("logs that an external ID was used, and nothing after it", () => {
  for (const prefix of ["/artifacts/ext:", "/api/artifacts/ext%3A", "/artifacts/by-external-id/"])
    for (const path of ["invoice-42", "invoice-42?title=x"])
      assert.equal(loggedPathOf(prefix + path), prefix);
  assert.equal(
    loggedPathOf("/artifacts/ext:invoice/shares/shr_01h455vb4pex5vsknk084sn02q"),
    "/artifacts/ext:",
  );
});

test("logs no other path", () => {
  for (const path of [
    "/artk_0123456789abcdefghjkmnpqrs",
    "/artifacts/artk_0123456789abcdefghjkmnpqrs",
    "/artifacts/by-external-id",
    "/artifacts/by-external-id/invoice/42",
    "/artifacts/delete-matching/invoice",
    "/account/audit/x",
    "/self-check/x",
  ])
    assert.equal(loggedPathOf(path), "-", path);
});
