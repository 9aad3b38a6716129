// Renders the API reference.
"use strict";

// Swagger UI fills in the examples of the specification. Optional parameters are left empty: a
// repeated Idempotency-Key is a conflict, an example's ETag matches nothing, and its cursor is
// invalid.
function withoutOptionalExamples(description) {
  const operations = Object.values(description.paths).flatMap((path) => [path, ...Object.values(path)]);
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...parameters, ...Object.values(description.components.parameters)]) {
    if (parameter.required) continue;
    delete parameter.example;
    delete parameter.schema?.example;
  }
  return description;
}

// The page may ask nobody but its own host, by whichever of its names it was opened.
function onThisHost(description) {
  const paths = Object.values(description.paths);
  for (const server of [description, ...paths].flatMap(({ servers = [] }) => servers))
    server.url = window.location.origin + new URL(server.url).pathname.replace(/\/$/, "");
  return description;
}

fetch("/openapi.json")
  .then((response) => response.json())
  .then(onThisHost)
  .then((description) =>
    window.SwaggerUIBundle({
      spec: withoutOptionalExamples(description),
      dom_id: "#reference",
      deepLinking: true,
      // Examples are more useful than schemas; both are a click away.
      defaultModelRendering: "example",
      defaultModelsExpandDepth: 0,
      // Requests go only to this host, so no validator badge from elsewhere.
      validatorUrl: null,
      tryItOutEnabled: true,
    }),
  )
  .catch(() => {
    document.getElementById("reference").textContent =
      "The API description could not be loaded. Reload the page to try again.";
  });
