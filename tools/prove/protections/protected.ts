/**
 * A failure that the product promises to survive, with a test that causes it. `removal` removes the protection: then
 * the test must fail. Where it is missing, `noRemoval` says why.
 */
export type Protected = {
  row: number;
  fault: string;
  /** The test's name in the file; for a parametrised test, up to the first placeholder. */
  test: { file: string; name: string };
  /** Further tests that cause it, by file. */
  also?: readonly string[];
} & ({ removal: Removal } | { noRemoval: string });

export type Removal = { what: string; file: string; from: string; to: string };

/** The edit that removes a protection; `from` occurs in the file exactly once. */
export const without = (what: string, file: string, from: string, to = ""): { removal: Removal } => ({
  removal: { what, file, from, to },
});
