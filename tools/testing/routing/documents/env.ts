import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { projectRoot } from "@/server/platform/root";

/** Where the documents are looked for, beside the repository; the first folder that exists is used. */
const FOLDERS = ["../vendor-documents", "../shared/vendors"];

/**
 * The folder of the vendors' published API documents: beside the repository, unless VENDOR_DOCUMENTS names another. They are not ours to publish, so they are no part of the
 * repository; tests that need one are skipped where the folder is missing.
 */
export function vendorDocumentsFolder(
  given: Readonly<Record<string, string | undefined>> = process.env,
  root: string = projectRoot(),
): string {
  const candidates = FOLDERS.map((folder) => resolve(root, folder));
  return given.VENDOR_DOCUMENTS === undefined
    ? (candidates.find((folder) => existsSync(folder)) ?? resolve(root, "../vendor-documents"))
    : resolve(root, given.VENDOR_DOCUMENTS);
}
