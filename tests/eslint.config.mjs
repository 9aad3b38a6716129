// What ESLint checks: mistakes, not the layout, which is Prettier's.
import { readFileSync, readdirSync } from "node:fs";
import js from "@eslint/js";
import globals from "globals";
import node from "eslint-plugin-n";

// The build puts the scripts of charts together as one, and those of tables and PDFs (templates/*/assets.mjs), so
// they share what they declare outside of functions.
function scriptsOf(template) {
  const assets = new URL(`../templates/${template}/assets/`, import.meta.url);
  return readdirSync(assets)
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => {
      const text = readFileSync(new URL(name, assets), "utf8");
      const declared = [...text.matchAll(/^(?:const|let|class|(?:async )?function\*?) (\w+)/gm)].map(
        ([, is]) => is,
      );
      return { file: `templates/${template}/assets/${name}`, text, declared };
    });
}

// The oldest version of Node that everything runs on: Debian 12's.
const debiansNode = "^18.20.0 || >=20.9.0";

// What the libraries that are loaded before them declare, and what the build makes of vega-interpreter.
const libraries = {
  Chart: "readonly",
  vega: "readonly",
  vegaLite: "readonly",
  expressionInterpreter: "readonly",
  importScripts: "readonly",
};

const rulesOfScripts = (script, scripts) => {
  const others = scripts.filter((other) => other !== script);
  const used = script.declared.filter((name) =>
    others.some(({ text }) => RegExp(`\\b${name}\\b`).test(text)),
  );
  return {
    files: [script.file],
    languageOptions: {
      globals: {
        ...libraries,
        ...Object.fromEntries(others.flatMap(({ declared }) => declared.map((name) => [name, "readonly"]))),
      },
    },
    rules: { "no-unused-vars": ["error", { varsIgnorePattern: `^(${used.join("|")})$` }] },
  };
};
const rulesOfTemplateScripts = ["chart", "table", "pdf"].flatMap((template) => {
  const scripts = scriptsOf(template);
  return scripts.map((script) => rulesOfScripts(script, scripts));
});

// Without types only promises of functions of the same file are seen, and those of node:assert.
const noForgottenAwait = {
  create(context) {
    const isAsync = (node) =>
      node?.async ||
      (node?.type === "VariableDeclarator" && node.init?.async && node.id.type === "Identifier");
    const makesPromise = ({ type, callee }) => {
      if (type !== "CallExpression") return false;
      if (callee.type === "MemberExpression") {
        return callee.object.name === "assert" && /^(rejects|doesNotReject)$/.test(callee.property.name);
      }
      if (callee.type !== "Identifier") return callee.async;
      let scope = context.sourceCode.getScope(callee);
      while (scope && !scope.set.has(callee.name)) scope = scope.upper;
      const [definition] = scope?.set.get(callee.name).defs ?? [];
      // Of a parameter the node is the function that takes it.
      return definition?.type !== "Parameter" && isAsync(definition?.node);
    };
    // Where a script begins there is nothing that could wait.
    const canWait = ({ parent }) =>
      parent.type !== "Program" || context.sourceCode.ast.sourceType === "module";
    return {
      ExpressionStatement(node) {
        if (makesPromise(node.expression) && canWait(node)) {
          context.report({ node, message: "This promise is not awaited." });
        }
      },
    };
  },
};

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { local: { rules: { "no-forgotten-await": noForgottenAwait } } },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      "dot-notation": "error",
      eqeqeq: "error",
      "local/no-forgotten-await": "error",
      "no-caller": "error",
      "no-constructor-return": "error",
      // They are looked for in what others sent.
      "no-control-regex": "off",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-extend-native": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-wrappers": "error",
      "no-return-assign": "error",
      // A property may have a setter that does something.
      "no-self-assign": ["error", { props: false }],
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-throw-literal": "error",
      "no-unneeded-ternary": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      // Fields are left out of an object by naming them.
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-useless-assignment": "error",
      "no-useless-computed-key": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-promise-reject-errors": "error",
      "prefer-rest-params": "error",
      "prefer-spread": "error",
      radix: "error",
      strict: ["error", "global"],
    },
  },
  {
    files: ["**/*.mjs"],
    ignores: ["{pages,templates/*}/assets/*"],
    languageOptions: { globals: globals.node },
    plugins: { node },
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "crypto", message: "Import what is needed from node:crypto." },
      ],
      "no-restricted-properties": [
        "error",
        ...["isWellFormed", "toReversed", "toSorted", "toSpliced", "union", "withResolvers"].map(
          (property) => ({
            property,
            message: "Debian 12's Node does not have it.",
          }),
        ),
      ],
      "node/no-unsupported-features/es-builtins": ["error", { version: debiansNode }],
      "node/no-unsupported-features/es-syntax": ["error", { version: debiansNode }],
      "node/no-unsupported-features/node-builtins": [
        "error",
        // The test runner is still experimental there. `navigator` and `PerformanceObserver` are the browser's, and `describe` works.
        {
          version: debiansNode,
          allowExperimental: true,
          ignores: ["PerformanceObserver", "navigator", "test.describe"],
        },
      ],
    },
  },
  // To copy, also into pages.
  {
    files: ["docs/recipes/*.mjs"],
    languageOptions: {
      globals: {
        ...Object.fromEntries(Object.keys(globals.node).map((name) => [name, "off"])),
        ...globals["shared-node-browser"],
      },
    },
  },
  // These give functions to the browser.
  {
    files: ["tests/browser/**/*.mjs", "tests/attacks/*.mjs", "tests/charts/*.mjs"],
    languageOptions: { globals: { ...globals.browser, Chart: "readonly", view: "readonly" } },
  },
  {
    files: ["{pages,templates/*}/assets/*"],
    languageOptions: { globals: globals.browser },
    rules: { "no-new-func": "error" },
  },
  { files: ["{pages,templates/*}/assets/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["templates/*/assets/*_worker.js"], languageOptions: { globals: globals.worker } },
  ...rulesOfTemplateScripts,
];
