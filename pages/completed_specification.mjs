// What docs/openapi.yaml says once for many operations. Generators of clients need it at each of them, as the service
// serves it.

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

// The codes in a list of words, some of which stand for several codes.
const codesIn = (document, words) =>
  words.split(/\s+/).flatMap((word) => {
    const several = document["x-codes"][word];
    return several ? codesIn(document, several) : [word];
  });

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

// What is said for all operations whose path begins so.
const ofPath = (rules, path) =>
  Object.entries(rules)
    .filter(([beginning]) => new RegExp(`^${beginning}`).test(path))
    .flatMap(([, value]) => value);

// The error response of the operations of a path, at all statuses.
export function errorOf(document, path) {
  const [name] = ofPath(document["x-errors"], path);
  return {
    reference: { $ref: `#/components/responses/${name}` },
    response: document.components.responses[name],
  };
}

// The responses of an operation, with one for each status of its errors.
function responsesOf(document, path, operation) {
  const { reference, response } = errorOf(document, path);
  const errors = Object.entries(byStatus(document, codesOf(document, operation, response)))
    .filter(([status]) => !operation.responses[status])
    .map(([status, codes]) => [
      status,
      { ...reference, description: codes.map((code) => `\`${code}\``).join(", ") },
    ]);
  return Object.fromEntries([...Object.entries(operation.responses), ...errors]);
}

// The headers of all responses of the operations of a path.
function headersOf(document, path) {
  const header = (component) => component.replace(/^Private-/, "");
  return Object.fromEntries(
    ofPath(document["x-headers"], path).map((name) => [
      header(name),
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

// Adds the files that an operation takes, and the parameters for them.
function addFiles({ "x-files": { bodies, parameters } }, operation) {
  for (const [name, types] of Object.entries(bodies))
    for (const type of types)
      operation.requestBody.content[type] = { schema: { $ref: `#/components/schemas/${name}` } };
  operation.parameters.push(...parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })));
}

// A copy of the document in which the lists of codes, and the files that operations take, are written out.
export function expanded(opened) {
  const document = structuredClone(opened);
  const { responses, schemas } = document.components;
  schemas.ErrorCode.enum = Object.keys(statusesOfCodes(document));
  const expand = (object, name) => {
    if (object[name]) object[name] = codesIn(document, object[name]);
  };
  for (const response of Object.values(responses))
    for (const name of ["x-codes", "x-codes-with-key"]) expand(response, name);
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    expand(operation, "x-error-codes");
    if (operation.requestBody?.content["multipart/form-data"]) addFiles(document, operation);
  }
  return document;
}

// A copy of the document in which each operation also has all of its responses, with all of their headers.
export function completed(opened) {
  const document = expanded(opened);
  for (const [path, item] of Object.entries(document.paths)) {
    const headers = headersOf(document, path);
    for (const operation of Object.values(item).filter(({ responses }) => responses)) {
      operation.responses = responsesOf(document, path, operation);
      for (const [status, response] of Object.entries(operation.responses))
        if (!response.$ref)
          operation.responses[status] = { ...response, headers: { ...headers, ...response.headers } };
    }
  }
  for (const name of ["x-headers", "x-errors", "x-codes", "x-files"]) delete document[name];
  return document;
}
