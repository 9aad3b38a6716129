// The response to OPTIONS on a path of the API. The OpenAPI document describes it in words alone, as generated
// clients would offer each operation once more.
const header = (schema, required = false) => ({ required, schema });
const listed = (name) => ({ $ref: `#/components/headers/${name}` });

export const preflightResponse = {
  description: "The methods of the path and, for a page of a configured origin, what it may do.",
  headers: {
    "X-Request-Id": listed("X-Request-Id"),
    "X-RateLimit-Limit": listed("X-RateLimit-Limit"),
    "X-RateLimit-Remaining": listed("X-RateLimit-Remaining"),
    "X-RateLimit-Reset": listed("X-RateLimit-Reset"),
    "X-Content-Type-Options": listed("X-Content-Type-Options"),
    "Strict-Transport-Security": listed("Strict-Transport-Security"),
    Allow: header({ type: "string", pattern: "^[A-Z]+(, [A-Z]+)*$" }, true),
    "Access-Control-Allow-Origin": header({ type: "string" }),
    "Access-Control-Allow-Methods": header({ type: "string" }),
    "Access-Control-Allow-Headers": header({ type: "string" }),
    "Access-Control-Expose-Headers": header({ type: "string" }),
    "Access-Control-Max-Age": header({ type: "integer", minimum: 0 }),
    Vary: header({ type: "string" }),
  },
};
