// What the error responses of docs/openapi.yaml have at each status: the document describes them once for all.
import { byStatus, codesOf } from "../../pages/completed_specification.mjs";

const methods = ["get", "put", "post", "delete", "head", "patch"];
const statusesOfFields = new Set([400, 403, 409, 422]);
const statusesOfLists = new Set([400, 422]);
// Members of an error that only one code has.
const ofOneCode = { secret: "secret_detected", currentVersion: "version_conflict" };

function errorSchema(document, isAboutBody, codes, status) {
  const schema = structuredClone(document.components.schemas.ErrorBody);
  const { properties } = schema.properties.error;
  properties.code = { type: "string", enum: codes };
  if (!isAboutBody || !statusesOfFields.has(status)) delete properties.field;
  if (!isAboutBody || !statusesOfLists.has(status)) delete properties.errors;
  for (const [name, code] of Object.entries(ofOneCode)) if (!codes.includes(code)) delete properties[name];
  return schema;
}

function headersAt(document, response, status) {
  const headers = { ...response.headers };
  for (const { headers: names, required = [], optional = [] } of response["x-headers-by-status"])
    for (const name of names) {
      const { $ref } = headers[name];
      if (required.includes(status))
        headers[name] = { ...document.components.headers[$ref.split("/").pop()], required: true };
      else if (!optional.includes(status)) delete headers[name];
    }
  return headers;
}

// The error response of this name at each of the statuses that these codes have.
export function errorResponses(document, name, codes, { hasBody = false } = {}) {
  const response = document.components.responses[name];
  return Object.fromEntries(
    Object.entries(byStatus(document, codes)).map(([text, own]) => {
      const status = Number(text);
      const { examples, ...json } = response.content["application/json"];
      const schema = errorSchema(document, name === "Error" && hasBody, own, status);
      const { properties } = schema.properties.error;
      const fits = ({ error }) =>
        own.includes(error.code) && Object.keys(error).every((member) => properties[member]);
      const content = {
        ...response.content,
        "application/json": {
          ...json,
          schema,
          examples: Object.fromEntries(Object.entries(examples).filter(([, { value }]) => fits(value))),
        },
      };
      if (response["x-json-only"]?.includes(status)) delete content["text/html"];
      return [text, { ...response, headers: headersAt(document, response, status), content }];
    }),
  );
}

// A copy of the document in which each operation has its error responses as they are at their status.
export function withErrorResponses(opened) {
  const document = structuredClone(opened);
  for (const item of Object.values(document.paths))
    for (const method of methods.filter((one) => item[one])) {
      const operation = item[method];
      // Also where none is described: an unknown field is rejected.
      const hasBody = ["post", "put", "patch"].includes(method);
      const described = {};
      for (const [status, { $ref }] of Object.entries(operation.responses)) {
        const name = $ref?.split("/").pop();
        const response = document.components.responses[name];
        if (!response?.["x-codes"]) continue;
        const codes = () => codesOf(document, operation, response);
        described[name] ??= errorResponses(document, name, codes(), { hasBody });
        operation.responses[status] = described[name][status];
      }
    }
  return document;
}
