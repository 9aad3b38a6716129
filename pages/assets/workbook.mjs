// The sheets of an Excel workbook, within limits of size, cells and time.

const mostBytes = 10_000_000;
const longest = 20_000; // milliseconds

const asCsv = "Save the sheet that you want to share as CSV, and choose that.";
const problems = {
  large: `This workbook is larger than 10 MB. ${asCsv}`,
  slow: `This workbook takes too long to read. ${asCsv}`,
  cells: `This workbook has more than 500,000 cells. ${asCsv}`,
  empty: "This workbook has no cells.",
  unreadable: `This workbook cannot be read: it is damaged, or has a password. ${asCsv}`,
};

// Resolves with [{ name, text }], the first sheet first, each as values separated by tabs; rejects with a sentence.
export function sheetsOf(file) {
  if (file.size > mostBytes) return Promise.reject(new Error(problems.large));
  const worker = new Worker("{{kWorkbookWorker}}", { type: "module" });
  return new Promise((resolve, reject) => {
    const fail = (problem) => reject(new Error(problems[problem]));
    setTimeout(fail, longest, "slow");
    worker.addEventListener("error", () => fail("unreadable"));
    worker.addEventListener("message", ({ data }) =>
      data.problem ? fail(data.problem) : resolve(data.sheets),
    );
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
