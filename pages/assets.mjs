// What every page, the dashboard and the API reference load.
export default ({ ours, bundled, theirs }) => ({
  files: {
    kStylesheet: ours("page.css"),
    kNewerVersionScript: ours("newer_version.mjs"),
    kLiveScript: ours("live.mjs"),
    kPageScript: [ours("tool_button.js"), ours("cut_sides.js"), ours("page.js")],
    kEmbeddedScript: ours("embedded.js"),
    kFavicon: ours("favicon.svg"),
    kHighlighter: theirs("@highlightjs/cdn-assets/highlight.min.js"),
    kDashboardStylesheet: ours("dashboard.css"),
    kDashboardScript: ours("dashboard.js"),
    kListsStylesheet: ours("lists.css"),
    kListsScript: ours("lists.js"),
    kArtifactFormStylesheet: [ours("data_grid.css"), ours("artifact_form.css")],
    kTextEditorScript: bundled("text_editor.mjs"),
    kDataEditorScript: bundled("table_editor.mjs"),
    kArtifactFormScript: [ours("their_version.js"), ours("artifact_form.js")],
    kLinksStylesheet: ours("links.css"),
    kLinksScript: ours("links.js"),
    kDocsStylesheet: ours("docs.css"),
    kDocsScript: ours("docs.js"),
  },
});
