import { dirname, join } from "node:path";

/** Tests that hold for all modules of a folder, also for those that they do not import: what `changed` matches needs `test`. */
export const OF_FOLDERS = [
  {
    changed: /^(lib\/contract|server\/routing\/http|tools\/testing\/routing\/drivers)\//,
    test: /\/contract\.http\.test/,
  },
  { changed: /^server\/routing\/(.+\/)?store\//, test: /^server\/routing\/store\/[a-z]+-plans\.db\.test/ },
  {
    changed: /^server\/dashboard\/(.+\/)?store\//,
    test: /^server\/dashboard\/store\/[a-z]+-plans\.db\.test/,
  },
  { changed: /^lib\/messages\//, test: /^components\/i18n\/catalogue\.test/ },
  // It finds the lines of each protection, and the test that proves it, by their words.
  { changed: /^(app|components|e2e|lib|server|tools)\//, test: /^tools\/prove\/protections\/table\.test/ },
];

/**
 * The test files that a change should run first: those that changed, those named after a changed module
 * (`money.db.test.ts` of `money.ts`), the contract and plan tests of its folder, and those that import a changed module
 * directly. Paths are relative to the checkout.
 */
export function nearestTests({ changed, tests, read }) {
  const names = new Set(changed.map(withoutExtension));
  const ofFolders = OF_FOLDERS.filter((folder) => changed.some((path) => folder.changed.test(path)));
  const isOwn = (test) =>
    changed.includes(test) ||
    names.has(testedModule(test)) ||
    ofFolders.some((folder) => folder.test.test(test));
  const own = tests.filter(isOwn);
  const importers = tests.filter(
    (test) => !isOwn(test) && importsOf(test, read(test)).some((path) => names.has(path)),
  );
  return { own, importers };
}

const EXTENSION = /\.(m|c)?(j|t)sx?$/;
const TEST_SUFFIX = /(\.(db|http|process|pages))?\.test\.tsx?$/;
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;

function withoutExtension(path) {
  return path.replace(EXTENSION, "");
}

function testedModule(test) {
  return test.replace(TEST_SUFFIX, "");
}

/** The imported modules of the checkout, without extensions; a folder is its index. */
function importsOf(file, source) {
  return [...source.matchAll(SPECIFIER)].flatMap(([, specifier]) => {
    const path = specifier.startsWith("@/")
      ? specifier.slice(2)
      : specifier.startsWith(".")
        ? join(dirname(file), specifier)
        : null;
    return path === null ? [] : [withoutExtension(path), `${path}/index`];
  });
}
