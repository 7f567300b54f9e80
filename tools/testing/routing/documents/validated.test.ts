import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vendorDocumentsFolder } from "./env";
import { validatedLines } from "./validated";

test("the end of a run adds up each document's counts, and names the ones that are missing", () => {
  const lines = validatedLines(
    [
      { "b.json": { requests: 2, responses: 3 }, "c.json": null },
      { "b.json": { requests: 10, responses: 0 }, "a.yaml": { requests: 0, responses: 0 } },
    ],
    "/vendors",
  );
  expect(lines).toEqual([
    "a.yaml: 0 requests and 0 answers were validated",
    "b.json: 12 requests and 3 answers were validated",
    "c.json: nothing was validated, because it is not in /vendors",
  ]);
  expect(validatedLines([{}], "/vendors")).toEqual([]);
});

test("the documents are looked for in two folders beside the repository, unless another is named", () => {
  const beside = mkdtempSync(join(tmpdir(), "paydeck-documents-"));
  const root = join(beside, "repository");
  try {
    expect(vendorDocumentsFolder({}, root)).toBe(join(beside, "vendor-documents"));
    mkdirSync(join(beside, "shared/vendors"), { recursive: true });
    expect(vendorDocumentsFolder({}, root)).toBe(join(beside, "shared/vendors"));
    mkdirSync(join(beside, "vendor-documents"));
    expect(vendorDocumentsFolder({}, root)).toBe(join(beside, "vendor-documents"));
    expect(vendorDocumentsFolder({ VENDOR_DOCUMENTS: "/other" }, root)).toBe("/other");
  } finally {
    rmSync(beside, { recursive: true });
  }
});
