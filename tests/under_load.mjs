// Makes calls over and over while something else is done.

// Each of `calls` is begun again as soon as it has ended, until `work` has. Gives a Map of how often each
// status came, or what went wrong where there was none.
export async function underLoad(calls, work) {
  const outcomes = new Map();
  let stopped = false;
  const running = calls.map(async (call) => {
    while (!stopped) {
      const outcome = await call().then(
        ({ status }) => status,
        (error) => error.code ?? error.message,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  });
  try {
    await work();
  } finally {
    stopped = true;
    await Promise.all(running);
  }
  return outcomes;
}
