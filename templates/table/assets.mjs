export default ({ ours }) => ({
  files: {
    kTableStylesheet: ours("table.css"),
    kTableScript: ours("table.js"),
  },
});
