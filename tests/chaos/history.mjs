// What the clients of a run did, and what became of it.
//
// An operation is { kind, invoked, ended, outcome, … }; times are of performance.now(). Its outcome is
// - "ok": it was acknowledged, so it has taken effect;
// - "refused": it was rejected (4xx), so it has no effect, now or later;
// - "unknown": the connection broke, or the answer was of a failing service (5xx). It may have taken effect, or
//   may yet;
// - "wrong": the answer can be right in no case; `reason` says why.
// `mayRepeat` is true of one that was under way when a worker was killed: nginx passes a GET, PUT or DELETE on to
// the next worker, though the first may have done what was asked. So it may have taken effect if it was refused, and
// a view that was shown may be counted twice.
// The other fields depend on the kind, and are told where the load records them.
export class History {
  operations = [];

  // Records what `send` does. It gives { outcome, … }, or throws if there was no answer.
  async record(operation, send) {
    const invoked = performance.now();
    let result;
    try {
      result = await send();
    } catch (error) {
      result = { outcome: "unknown", reason: error.code ?? error.message };
    }
    const recorded = { ...operation, ...result, invoked, ended: performance.now() };
    this.operations.push(recorded);
    return recorded;
  }

  // Marks what was under way between two moments.
  noteRepetition(from, to) {
    this.#repetitions.push({ from, to });
  }
  #repetitions = [];

  // All operations, those marked that may have been repeated.
  get marked() {
    return this.operations.map((operation) => ({
      ...operation,
      mayRepeat: this.#repetitions.some(({ from, to }) => operation.invoked <= to && operation.ended >= from),
    }));
  }

  count(outcome) {
    return this.operations.filter((operation) => operation.outcome === outcome).length;
  }
}
