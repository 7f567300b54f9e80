/**
 * A fault that the product has promised to survive, with a test that provokes it. `removal` takes the protection out: with it
 * the test has to fail. Where it is missing, `noRemoval` says why.
 */
export type Protected = {
  row: number;
  fault: string;
  /** What the file calls the test; up to the first placeholder where it is one of a list. */
  test: { file: string; name: string };
  /** More that provokes it, by file. */
  also?: readonly string[];
} & ({ removal: Removal } | { noRemoval: string });

export type Removal = { what: string; file: string; from: string; to: string };

/** The edit that takes a protection out; `from` stands in the file once. */
export const without = (what: string, file: string, from: string, to = ""): { removal: Removal } => ({
  removal: { what, file, from, to },
});
