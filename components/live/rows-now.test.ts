import { expect, test } from "vitest";
import { rowsNow } from "./rows-now";

type Row = { id: string; status: string; note?: string };
const keyOf = ({ id }: Row): string => id;
const shown: Row[] = [
  { id: "a", status: "PROCESSING", note: "kept" },
  { id: "b", status: "PROCESSING" },
];
const told = [
  { id: "c", status: "SUCCESS" },
  { id: "a", status: "SUCCESS" },
];

test("rows are shown as they are now, with what only the page knows of them, and no others", () => {
  expect(rowsNow(shown, { of: shown, rows: told }, keyOf)).toEqual([
    { id: "a", status: "SUCCESS", note: "kept" },
    { id: "b", status: "PROCESSING" },
  ]);
});

test("what was told of an earlier read of the page does not replace what a newer one shows", () => {
  const newer = shown.map((row) => ({ ...row, status: "FAILURE" }));
  expect(rowsNow(newer, { of: shown, rows: told }, keyOf)).toBe(newer);
});

test("rows of which nothing was told are the same object, so that nothing is rendered anew", () => {
  expect(rowsNow(shown, null, keyOf)).toBe(shown);
  expect(rowsNow(shown, { of: shown, rows: [] }, keyOf)).toBe(shown);
});
