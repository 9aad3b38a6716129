// Settings of the service, by their names in its configuration, as programs find them in their environment.
export const asEnvironment = (settings) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`ARTIFACT_SHARE_${name.toUpperCase()}`, String(value)]),
  );
