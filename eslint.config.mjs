import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/**
 * The rules that need no types. Those that need them, and those of React, are in .oxlintrc.json: oxlint asks the native
 * compiler, in a sixth of the time.
 */

/** No float ever holds an amount (decision 0025). */
const AMOUNT_NAME = "/amount|paise|balance/i";
const noFloatAmounts = [
  {
    selector: `CallExpression[callee.name=/^(Number|parseInt)$/] Identifier[name=${AMOUNT_NAME}]`,
    message: "An amount is read with lib/money.ts and kept as bigint paise.",
  },
  {
    selector: `CallExpression[callee.object.name='Number'] Identifier[name=${AMOUNT_NAME}]`,
    message: "An amount is read with lib/money.ts and kept as bigint paise.",
  },
  {
    selector: `UnaryExpression[operator='+'] Identifier[name=${AMOUNT_NAME}]`,
    message: "An amount is read with lib/money.ts and kept as bigint paise.",
  },
];

/** The environment is read and checked in one place of each system, so that a mistake is reported at start. */
const noEnvironment = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "Read the environment in a module named env.ts and hand the values on.",
  },
  {
    selector: "VariableDeclarator[init.name='process'] Property[key.name='env']",
    message: "Read the environment in a module named env.ts and hand the values on.",
  },
];

/** The clock is passed down from the composition roots, so that tests can set the time. */
const noClock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Take a Clock (server/platform/clock.ts) instead of reading the time of day.",
  },
  {
    selector: "CallExpression[callee.name='Date']",
    message: "Take a Clock (server/platform/clock.ts) instead of reading the time of day.",
  },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "Take a Clock (server/platform/clock.ts) instead of reading the time of day.",
  },
];

/** Every word of the screens is in lib/messages, in each language. Names, caps of keys and protocols are the same in all. */
const WORDS =
  "/^(?!\\s*(Paydeck|Esc|Enter|UTC|⌘K|Ctrl K|HTTP|POST)\\s*$)[\\s\\S]*[A-Za-z\\u0900-\\u097f]{2}/";
const WORDS_MESSAGE = "Say it with a message of lib/messages, so that it is said in every language.";
const SAID_BY =
  "/^(aria-label|aria-description|title|placeholder|alt|label|legend|hint|about|what|heading)$/";
const noWords = [
  { selector: `JSXText[value=${WORDS}]`, message: WORDS_MESSAGE },
  { selector: `JSXAttribute[name.name=${SAID_BY}] > Literal[value=${WORDS}]`, message: WORDS_MESSAGE },
  {
    selector: `JSXAttribute[name.name=${SAID_BY}] > JSXExpressionContainer > :matches(TemplateLiteral, ConditionalExpression) > :matches(Literal[value=${WORDS}], TemplateElement[value.raw=${WORDS}])`,
    message: WORDS_MESSAGE,
  },
  {
    selector: `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > Literal[value=${WORDS}]`,
    message: WORDS_MESSAGE,
  },
  {
    selector: `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > :matches(LogicalExpression, ConditionalExpression, TemplateLiteral) > :matches(Literal[value=${WORDS}], TemplateElement[value.raw=${WORDS}])`,
    message: WORDS_MESSAGE,
  },
];

/**
 * An address stays in the account of the page: only these components and functions add its prefix, so nothing else in a
 * page makes an address (decision 0301).
 */
const STAYS = "stays in the account of the page (0301).";
const accountImports = [
  {
    name: "next/link",
    importNames: ["default"],
    message: `components/ui/link.tsx is prefetched late (0189), and ${STAYS}`,
  },
  {
    name: "next/navigation",
    importNames: ["useRouter", "usePathname"],
    message: `components/ui/use-router.ts and use-path.ts: what they return ${STAYS}`,
  },
  {
    name: "next/navigation",
    importNames: ["redirect", "permanentRedirect"],
    message: `redirectTo of components/navigation/server.ts ${STAYS}`,
  },
];
const ADDRESSED =
  ":not(CallExpression[callee.name=/^(useAddress|withAccount)$/], AwaitExpression[argument.callee.name='requestedAddress'], Identifier[name=/address$/i])";
const ADDRESSED_MESSAGE = `useAddress, in the browser, and requestedAddress, on the server, return what ${STAYS}`;
const noOtherAddresses = [
  {
    selector: `JSXOpeningElement[name.name='a'] > JSXAttribute[name.name='href'] > JSXExpressionContainer > ${ADDRESSED}`,
    message: ADDRESSED_MESSAGE,
  },
  {
    // A name is that of an action, which is sent to the address of the page.
    selector: `JSXOpeningElement[name.name=/^[fF]orm$/] > JSXAttribute[name.name='action'] > JSXExpressionContainer > ${ADDRESSED}:not(Identifier, MemberExpression)`,
    message: ADDRESSED_MESSAGE,
  },
  {
    selector:
      "CallExpression[callee.name='fetch']:not([arguments.0.callee.name='pageAddress'], [arguments.0.value='/healthz'])",
    message: `What pageAddress of components/live/page-address.ts returns ${STAYS}`,
  },
  {
    selector:
      ":matches(MemberExpression[object.property.name='location'], MemberExpression[object.name='location'])[property.name=/^(href|assign|replace)$/]",
    message: `components/ui/use-router.ts ${STAYS}`,
  },
];

const ENVIRONMENT_FILES = ["**/env.ts", "*.config.ts"];
/** Pages for people who are not signed in; `(auth)` is a folder, not a group. */
const WITHOUT_ACCOUNT = ["app/(auth)/**", "app/status/**"];
/** What adds the prefix, and links that leave the pages. */
const ADDRESS_FILES = [
  "components/navigation/server.ts",
  "components/payments/payment-link.tsx",
  "components/states/status-link.tsx",
  "components/ui/link.tsx",
  "components/ui/use-{router,path}.ts",
];
const CLOCK_FILES = [
  "server/*/main.ts",
  "server/start.ts",
  "instrumentation.ts",
  "server/platform/clock.ts",
  "lib/client/clock.ts",
  "components/**/use-*.{ts,tsx}",
  "app/**/use-*.{ts,tsx}",
];
const TEST_FILES = ["**/*.test.{ts,tsx}", "e2e/**", "tools/{checks,testing}/**/*.ts"];

export default defineConfig(
  globalIgnores(["**/*.d.mts", "**/.next/", "dist/", ".data/", ".checks/", "next-env.d.ts"]),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, minimumDescriptionLength: 10 },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-console": "error",
      "no-restricted-globals": ["error", { name: "parseFloat", message: "Read amounts with lib/money.ts." }],
      "no-restricted-properties": [
        "error",
        { object: "Number", property: "parseFloat", message: "Read amounts with lib/money.ts." },
      ],
      "no-restricted-syntax": ["error", ...noFloatAmounts, ...noEnvironment, ...noClock],
      eqeqeq: "error",
      // oxlint obeys such comments, and has no option to ignore its own.
      "no-warning-comments": ["error", { terms: ["oxlint-disable", "eslint-disable"], location: "anywhere" }],
    },
  },
  {
    // Expressions whose time grows faster than what people type (decision 0370).
    files: ["{app,components,lib,server,tools}/**/*.{ts,tsx}", "proxy.ts"],
    ignores: [...TEST_FILES, "tools/prove/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential", ignorePartial: false }],
    },
  },
  {
    files: ["{app,components,tools/gallery}/**/*.tsx"],
    ignores: ["**/*.test.tsx"],
    rules: { "no-restricted-syntax": ["error", ...noFloatAmounts, ...noEnvironment, ...noClock, ...noWords] },
  },
  {
    files: ["{app,components,tools/gallery}/**/*.{ts,tsx}"],
    ignores: [...WITHOUT_ACCOUNT, ...ADDRESS_FILES],
    rules: { "no-restricted-imports": ["error", ...accountImports] },
  },
  {
    files: ["{app,components,tools/gallery}/**/*.tsx"],
    ignores: ["**/*.test.tsx", ...WITHOUT_ACCOUNT, ...ADDRESS_FILES],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...noFloatAmounts,
        ...noEnvironment,
        ...noClock,
        ...noWords,
        ...noOtherAddresses,
      ],
    },
  },
  {
    files: ["{app,components,tools/gallery}/**/*.ts"],
    ignores: ["**/*.test.ts", ...WITHOUT_ACCOUNT, ...ADDRESS_FILES],
    rules: {
      "no-restricted-syntax": ["error", ...noFloatAmounts, ...noEnvironment, ...noClock, ...noOtherAddresses],
    },
  },
  {
    files: ENVIRONMENT_FILES,
    rules: { "no-restricted-syntax": ["error", ...noFloatAmounts, ...noClock] },
  },
  {
    files: CLOCK_FILES,
    rules: {
      "no-restricted-syntax": ["error", ...noFloatAmounts, ...noEnvironment, ...noWords, ...noOtherAddresses],
    },
  },
  {
    files: TEST_FILES,
    rules: { "no-restricted-syntax": ["error", ...noFloatAmounts] },
  },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        performance: "readonly",
        setTimeout: "readonly",
        URL: "readonly",
      },
    },
    rules: { "no-console": "off", "no-restricted-syntax": "off" },
  },
  {
    // Part of it runs in the page that it measures.
    files: ["tools/bench/**/*.mjs"],
    languageOptions: {
      globals: {
        Buffer: "readonly",
        clearTimeout: "readonly",
        PerformanceObserver: "readonly",
        document: "readonly",
        fetch: "readonly",
        location: "readonly",
        requestAnimationFrame: "readonly",
        window: "readonly",
      },
    },
  },
  { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: { module: "writable" } } },
);
