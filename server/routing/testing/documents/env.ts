import { resolve } from "node:path";
import { projectRoot } from "@/server/platform/root";

/**
 * The folder of the vendors' published API documents: beside the repository, unless VENDOR_DOCUMENTS names another. They are not ours to publish, so they are no part of the
 * repository; tests that need one are skipped where the folder is missing.
 */
export function vendorDocumentsFolder(given: NodeJS.ProcessEnv = process.env): string {
  return resolve(projectRoot(), given.VENDOR_DOCUMENTS ?? "../vendor-documents");
}
