import { expect, it } from "vitest";
import { resultFileName } from "./result-file-name";

const upload = { kind: "refund", source: "upload", rowCount: 4 } as const;

it.each([
  ["refunds-march.csv", "refunds-march-result"],
  ["मार्च रिफ़ंड.csv", "मार्च-रिफ़ंड-result"],
  ["../../etc/passwd", "etc-passwd-result"],
  ['a"; filename="b.exe\r\nX: y.csv', "a-filename-b.exe-X-y-result"],
  ["march\u202evsc.csv", "march-vsc-result"],
  [`${"x".repeat(400)}.csv`, `${"x".repeat(80)}-result`],
  ["....csv", "bulk-refund-result"],
])("the result of %j is called %j", (fileName, name) => {
  expect(resultFileName({ ...upload, fileName })).toBe(name);
});

it("the result of a run without a file is called by what it did", () => {
  expect(resultFileName({ ...upload, fileName: null })).toBe("bulk-refund-result");
  const cancels = { kind: "cancel", source: "stuck_queue", fileName: null, rowCount: 4 } as const;
  expect(resultFileName(cancels)).toBe("cancel-4-result");
});
