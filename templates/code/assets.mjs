export default ({ ours }) => ({
  files: {
    kCodeStylesheet: ours("code.css"),
    kCodeWorker: ours("code_worker.js"),
    kCodeScript: ours("code.js"),
  },
});
