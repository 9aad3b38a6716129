export default ({ ours, shared }) => ({
  files: {
    kCodeStylesheet: [shared("code_colours.css"), ours("code.css")],
    kCodeWorker: ours("code_worker.js"),
    kCodeScript: [shared("downloads.js"), ours("code.js")],
  },
});
