// The templates with a request for each that makes a page of it: what /docs begins with, and what tests/pictures makes
// pictures of.

// Of several examples of a template, the shortest.
export function templateExamples(document) {
  const { schemas, examples } = document.components;
  const length = ({ value }) => JSON.stringify(value).length;
  return schemas.Template.enum.flatMap((template) =>
    Object.entries(examples)
      .filter(([name, { value }]) => name.startsWith("New") && value.template === template)
      .map(([, { summary, value }]) => ({ template, summary, value }))
      .sort((a, b) => length(a) - length(b))
      .slice(0, 1),
  );
}
