// The checks of a history, on histories that are made up: a right one passes, and each kind of fault is found.
import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsOf } from "./checks.mjs";

const limits = { artifacts: 5, calls: 2 };

// Operations that follow one another, each with what it has besides kind and outcome.
const inTurn = (...operations) =>
  operations.map(([kind, outcome, more], i) => ({
    kind,
    outcome,
    invoked: i * 2,
    ended: i * 2 + 1,
    ...more,
  }));
const versionsOf = (...texts) => texts.map((text, at) => ({ version: at + 1, text }));
// With the content of each earlier change as a version, where a test gives no other ones.
const stored = (more = {}) => {
  const { text } = { text: "w1", ...more };
  const earlier = Array.from({ length: Number(text.slice(1)) || 1 }, (_, at) => `w${at + 1}`);
  const versions = versionsOf(...earlier);
  return { title: "one", revision: 1, status: "active", versions, ...more, text };
};
const end = ({ artifacts = { a: stored() }, links = {}, totals = [] } = {}) => ({ artifacts, links, totals });
const create = (outcome = "ok", more = {}) => [
  "create",
  outcome,
  {
    title: "one",
    text: "w1",
    ...(outcome === "ok" ? { artifact: "a", revision: 1, version: 1 } : {}),
    ...more,
  },
];
const update = (outcome, text, revision) => [
  "update",
  outcome,
  { artifact: "a", text, revision, version: revision },
];
const read = (text, revision, more = {}) => ["read", "ok", { artifact: "a", text, revision, ...more }];
const problems = (operations, final = end(), withoutRedis = []) =>
  problemsOf(inTurn(...operations), final, limits, withoutRedis);
function assertFound(found, ...expected) {
  assert.equal(found.length, expected.length, found.join("\n"));
  expected.forEach((pattern, i) => assert.match(found[i], pattern));
}

test("a history as it should be has no problem", () => {
  const operations = [
    create("unknown"),
    create(),
    create(),
    update("ok", "w2", 2),
    update("refused", "w3"),
    update("unknown", "w4"),
    read("w4", 3),
    ["delete", "ok", { artifact: "a" }],
    ["restore", "ok", { artifact: "a", revision: 5 }],
    ["share", "ok", { artifact: "a", link: "l", maxViews: 2 }],
    ["view", "ok", { link: "l" }],
    ["view", "unknown", { link: "l" }],
    ["view", "refused", { link: "l" }],
    ["limited call", "ok", { window: 60, isLimited: false }],
    ["limited call", "refused", { window: 60, isLimited: true }],
    ["storage", "ok", { artifacts: 5 }],
  ];
  const final = end({
    artifacts: { a: stored({ text: "w4", revision: 5 }) },
    links: { l: { views: 2 } },
    totals: [{ account: "A", told: 1, listed: 1, stored: 1 }],
  });
  assertFound(problems(operations, final));
});

test("finds an acknowledged artifact that is lost", () => {
  assertFound(problems([create()], end({ artifacts: {} })), /acknowledged as a, and is lost/);
});

test("an artifact whose create had no response may exist or not", () => {
  assertFound(problems([create("unknown")]));
  assertFound(problems([create("unknown")], end({ artifacts: {} })));
});

test("finds a rejected artifact that exists", () => {
  assertFound(problems([create("refused")]), /was refused, and is stored/);
});

test("finds an artifact that nobody created", () => {
  assertFound(problems([]), /nobody created "one"/);
});

test("finds two effects of one idempotency key, told or not", () => {
  const twice = end({ artifacts: { a: stored(), b: stored() } });
  assertFound(problems([create("unknown"), create()], twice), /is stored 2 times/);
  assertFound(
    problems([create(), create("ok", { artifact: "b" })], twice),
    /acknowledged as 2 artifacts/,
    /is stored 2 times/,
  );
});

test("finds a removed artifact that is there, and one that was not to be removed", () => {
  assertFound(problems([create(), ["remove", "ok", { artifact: "a" }]]), /was removed, and is stored/);
  const none = end({ artifacts: {} });
  assertFound(problems([create(), ["remove", "refused", { artifact: "a" }]], none), /is lost/);
  assertFound(problems([create(), ["remove", "unknown", { artifact: "a" }]], none));
});

test("finds an acknowledged update that is lost", () => {
  assertFound(
    problems([create(), update("ok", "w2", 2)]),
    /went back from revision 2 to 1/,
    /version 2 of a has "undefined"/,
  );
});

test("finds a version that is lost, and one that was never there", () => {
  const operations = [create(), update("ok", "w2", 2), update("ok", "w3", 3)];
  const ending = (versions) => end({ artifacts: { a: stored({ text: "w3", revision: 3, versions }) } });
  assertFound(problems(operations, ending(versionsOf("w1", "w2", "w3"))));
  assertFound(
    problems(operations, ending([...versionsOf("w1"), { version: 3, text: "w3" }])),
    /has 2 versions, from 1 to 3/,
    /version 2 of a has "undefined", and was acknowledged as "w2"/,
  );
});

test("finds an update over another", () => {
  const final = end({ artifacts: { a: stored({ text: "w3", revision: 2 }) } });
  assertFound(
    problems([create(), update("ok", "w2", 2), update("ok", "w3", 2)], final),
    /two contents at revision 2/,
    /2 changes of a were acknowledged as revision 2/,
    /version 2 of a has "w2", and was acknowledged as "w3"/,
  );
});

test("finds the content of a refused update, and one that nobody wrote", () => {
  const changed = (text) => end({ artifacts: { a: stored({ text, revision: 2 }) } });
  assertFound(problems([create(), update("refused", "w2")], changed("w2")), /which was refused/);
  assertFound(problems([create()], changed("w9")), /which nobody wrote/);
});

test("finds a read of what was before an acknowledged update", () => {
  const final = end({ artifacts: { a: stored({ text: "w2", revision: 2 }) } });
  assertFound(
    problems([create(), update("ok", "w2", 2), read("w1", 1)], final),
    /went back from revision 2 to 1/,
  );
});

test("a read beside an update may know either", () => {
  const operations = inTurn(create(), update("ok", "w2", 2), read("w1", 1));
  operations[2].invoked = operations[1].invoked;
  const final = end({ artifacts: { a: stored({ text: "w2", revision: 2 }) } });
  assertFound(problemsOf(operations, final, limits));
});

test("finds a deletion and a restore that did not stay", () => {
  const deletion = ["delete", "ok", { artifact: "a" }];
  const restore = ["restore", "ok", { artifact: "a" }];
  assertFound(problems([create(), deletion]), /is active in the end, and was last told to be deleted/);
  const final = end({ artifacts: { a: stored({ status: "deleted" }) } });
  assertFound(problems([create(), deletion, restore], final), /is deleted in the end/);
  assertFound(
    problems([create(), deletion, read("w1", 1, { status: "active" })], final),
    /was read as active, and is deleted/,
  );
  assertFound(problems([create(), ["delete", "unknown", { artifact: "a" }]], final));
});

const share = (more = {}) => ["share", "ok", { artifact: "a", link: "l", ...more }];
const view = (outcome = "ok") => ["view", outcome, { link: "l" }];
const counted = (views) => end({ links: { l: { views } } });

test("finds views that are lost, and views that are counted twice", () => {
  assertFound(problems([create(), share(), view(), view()], counted(1)), /counts 1 views of 2/);
  assertFound(
    problems([create(), share(), view(), view("unknown")], counted(3)),
    /counts 3 views, .* 2 at most/,
  );
  assertFound(problems([create(), share(), view(), view("unknown")], counted(2)));
});

test("views may be lost or count twice around a fault of Redis, but not of links with a view limit", () => {
  const operations = [create(), share(), view(), view()];
  const moments = inTurn(...operations);
  const killed = [{ from: moments.at(-1).ended + 1_000, to: moments.at(-1).ended + 2_000 }];
  assertFound(problems(operations, counted(1), killed));
  const later = [{ from: moments.at(-1).ended + 3_000, to: moments.at(-1).ended + 4_000 }];
  assertFound(problems(operations, counted(1), later), /counts 1 views of 2/);
  assertFound(problems(operations, counted(4), killed));
  assertFound(problems(operations, counted(5), killed), /counts 5 views, .* 4 at most/);
  const muchLater = [{ from: moments.at(-1).ended + 66_000, to: moments.at(-1).ended + 67_000 }];
  assertFound(problems(operations, counted(3), muchLater), /counts 3 views, .* 2 at most/);
  const limited = [create(), share({ maxViews: 5 }), view(), view()];
  assertFound(problems(limited, counted(1), killed), /counts 1 views of 2/);
  assertFound(problems(limited, counted(3), killed), /counts 3 views/);
});

test("a request that nginx may have passed to a second worker may take effect twice, or despite an error", () => {
  const mayRepeat = true;
  const twice = [create(), share(), ["view", "ok", { link: "l", mayRepeat }]];
  assertFound(problems(twice, counted(2)));
  assertFound(problems(twice, counted(3)), /counts 3 views/);
  const none = end({ artifacts: {} });
  assertFound(problems([create(), ["remove", "refused", { artifact: "a", mayRepeat }]], none));
  const changed = end({ artifacts: { a: stored({ text: "w2", revision: 2 }) } });
  assertFound(problems([create(), ["update", "refused", { artifact: "a", text: "w2", mayRepeat }]], changed));
});

test("finds a limit of views that is passed by one", () => {
  const operations = [create(), share({ maxViews: 1 }), view(), view()];
  assertFound(
    problems(operations, counted(2)),
    /shown 2 times, and may be 1/,
    /counts 2 views, and may have 1/,
  );
});

test("finds a link that is lost, opened when revoked, or rejected without reason", () => {
  assertFound(problems([create(), share(), view()]), /the link l is lost/);
  const revocation = ["revoke", "ok", { link: "l" }];
  assertFound(
    problems([create(), share(), revocation, view()], counted(1)),
    /shown 1 times after it was revoked/,
  );
  assertFound(problems([create(), share(), view("refused")], counted(0)), /refused 1 times for no reason/);
  assertFound(problems([create(), share(), revocation, view("refused")], counted(0)));
});

test("finds a rate limit that is passed by one, unless Redis was away", () => {
  const call = ["limited call", "ok", { window: 60, isLimited: false }];
  assertFound(
    problems([create(), call, call, call]),
    /3 calls were let through in the window 60, which allows 2/,
  );
  assertFound(problems([create(), call, call, call], end(), [{ from: 3, to: 4 }]));
});

test("finds totals that differ, and a quota that is passed by one", () => {
  const final = end({ totals: [{ account: "A", told: 2, listed: 1, stored: 1 }] });
  assertFound(problems([create()], final), /tells 2 artifacts, has 1, and there are 1/);
  assertFound(problems([create(), ["storage", "ok", { artifacts: 6 }]]), /had 6 artifacts, and may have 5/);
});

test("tells wrong answers", () => {
  assertFound(
    problems([create(), ["list", "wrong", { reason: "of another account" }]]),
    /list: of another account/,
  );
});
