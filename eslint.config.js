import globals from "./eslint.globals.js";

export default [
  { ignores: ["static/vendor/**", "tests/browser/vendor/**", "node_modules/**", "var/**"] },
  {
    files: ["static/js/**/*.js", "tests/js/**/*.mjs"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "off",
      complexity: ["error", 20],
    },
  },
];
