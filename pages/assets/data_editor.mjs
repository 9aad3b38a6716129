// The editor of a form whose content is data, as artifact_form.js describes it; { reason } if it cannot show the text.
import { openChart } from "./chart_editor.mjs";
import { openTable } from "./table_editor.mjs";

export const open = (options) => (options.template === "chart" ? openChart(options) : openTable(options));
