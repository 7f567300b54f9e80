import { dirname, join } from "node:path";

/**
 * The test files that a change should run first: those that changed, those named after a changed module
 * (`money.db.test.ts` of `money.ts`), and those that import a changed module directly. Paths are relative to the checkout.
 */
export function nearestTests({ changed, tests, read }) {
  const names = new Set(changed.map(withoutExtension));
  const isOwn = (test) => changed.includes(test) || names.has(testedModule(test));
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
