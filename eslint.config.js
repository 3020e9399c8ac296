// What ESLint itself recommends. Names that are not defined are left to TypeScript, which knows the browser's.
import { builtinRules } from "eslint/use-at-your-own-risk";

const recommended = [...builtinRules]
  .filter(([, rule]) => rule.meta.docs.recommended)
  .map(([name]) => [name, "error"]);

export default [
  { ignores: ["build/", "dist/", ".venv/"] },
  {
    files: ["**/*.js"],
    // Scripts of a page are joined, so what one defines at its top another one uses.
    languageOptions: { sourceType: "script" },
    rules: {
      ...Object.fromEntries(recommended),
      "no-undef": "off",
      "no-unused-vars": ["error", { vars: "local", argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      // Records may hold any character.
      "no-control-regex": "off",
    },
  },
  {
    files: ["*.js", "**/*.mjs", "mj_lab/web/site/assets/{engine,worker}/**/*.js"],
    languageOptions: { sourceType: "module" },
  },
  {
    files: ["mj_lab/web/site/assets/engine/**/*.js"],
    rules: { "no-restricted-imports": ["error", { patterns: ["../*"] }] },
  },
];
