import { test } from "@playwright/test";
import { opsClient } from "./altered-wire";

/** The version of the sandbox's routing rules that is in force. */
export async function versionInForce(): Promise<number> {
  const response = await opsClient.ops("rules.current", {});
  if (response.kind !== "answered") throw new Error(`rules.current: ${response.kind}`);
  return response.value.version;
}

/**
 * Restores the rules after each test of the file, because all files share the sandbox: with them, no experiment stays
 * open. `version`: the one in force before each test.
 */
export function restoreRulesAfterEach(): { readonly version: number } {
  const original = { version: 0 };
  test.beforeAll(async () => {
    original.version = await versionInForce();
  });
  test.afterEach(async () => {
    const inForce = await versionInForce();
    await opsClient.ops("rules.restore", { version: original.version, expected_version: inForce });
    original.version = await versionInForce();
  });
  return original;
}
