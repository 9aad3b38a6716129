export default ({ ours, shared }) => ({
  files: {
    kTableStylesheet: ours("table.css"),
    kTableFilterScript: ours("table_filters.js"),
    kTableScript: [
      shared("stream_chunks.js"),
      shared("patient_fetch.js"),
      shared("downloads.js"),
      ours("table_notations.js"),
      ours("table_values.js"),
      ours("table_cells.js"),
      ours("table_rows.js"),
      ours("table_body.js"),
      ours("table_print.js"),
      ours("table_view.js"),
      ours("table.js"),
    ],
  },
});
