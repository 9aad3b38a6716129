// Draws the API's reference page.
"use strict";

window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  // Examples say more than schemas; both are a click away.
  defaultModelRendering: "example",
  defaultModelsExpandDepth: 0,
  // Nothing but this host is ever asked, so no badge of a validator elsewhere.
  validatorUrl: null,
  tryItOutEnabled: true,
});
