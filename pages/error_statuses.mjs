// The errors of operations. docs/openapi.yaml lists the codes that an operation can answer with, and `4XX` and `5XX` stand
// for a response for each of their statuses. Generators of clients need these by themselves, as the service serves them.

// The statuses of each code, from the table in the description of ErrorCode.
export function statusesOfCodes(document) {
  const { description } = document.components.schemas.ErrorCode;
  return Object.fromEntries(
    [...description.matchAll(/^\| `(\w+)` \| ([\d, ]+) \|/gm)].map(([, code, statuses]) => [
      code,
      statuses.split(",").map(Number),
    ]),
  );
}

// These codes by status: { 404: ["not_found"], … }.
export function byStatus(document, codes) {
  const found = {};
  for (const [code, statuses] of Object.entries(statusesOfCodes(document)))
    if (codes.includes(code)) for (const status of statuses) (found[status] ??= []).push(code);
  return found;
}

// The codes that an operation can answer with: its own `x-error-codes`, the `x-codes` of its error response and, for calls
// with a key, the `x-codes-with-key` of that.
export function codesOf(document, operation, response) {
  const needsKey = (operation.security ?? document.security).length > 0;
  return [
    ...(operation["x-error-codes"] ?? []),
    ...response["x-codes"],
    ...(needsKey ? response["x-codes-with-key"] : []),
  ];
}

// A copy of the document with a response for each status in place of `4XX` and `5XX`.
export function withStatuses(opened) {
  const document = structuredClone(opened);
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) {
      const reference = operation.responses?.["4XX"];
      if (!reference) continue;
      const { "4XX": _, "5XX": __, ...own } = operation.responses;
      const response = document.components.responses[reference.$ref.split("/").pop()];
      const errors = Object.entries(byStatus(document, codesOf(document, operation, response)))
        .filter(([status]) => !own[status])
        .map(([status, codes]) => [
          status,
          { ...reference, description: codes.map((code) => `\`${code}\``).join(", ") },
        ]);
      operation.responses = Object.fromEntries([...Object.entries(own), ...errors]);
    }
  return document;
}
