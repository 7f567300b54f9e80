import { expect, test } from "vitest";
import { linesOf } from "./lines-view";

test.each([
  ["A-1\nB-2", ["A-1", "B-2"]],
  ["  A-1 \r\n\r\nB-2\tC-3\nA-1", ["A-1", "B-2", "C-3"]],
  ["ORDER 1", ["ORDER 1"]],
  [" \n ", []],
])("the lines of %j", (text, lines) => expect(linesOf(text)).toEqual(lines));
