export default ({ ours }) => ({
  files: {
    kWebPageStylesheet: ours("web_page.css"),
    kWebPageScript: ours("web_page.js"),
  },
  // Parts of the document in the frame, which can load nothing.
  texts: {
    kFrameScriptText: [ours("frame_database.js"), ours("frame.js")],
    kFragmentStyleText: ours("fragment.css"),
  },
});
