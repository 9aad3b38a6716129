export default ({ ours }) => ({
  files: {
    kImageStylesheet: ours("image.css"),
    kImageScript: ours("image.js"),
  },
});
