import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultDataFolder } from "./env";

test.each([
  [{ STATE_DIRECTORY: "/var/lib/paydeck", XDG_DATA_HOME: "/data" }, "/var/lib/paydeck"],
  [{ STATE_DIRECTORY: "/var/lib/paydeck:/var/lib/other" }, "/var/lib/paydeck"],
  [{ XDG_DATA_HOME: "/data" }, "/data/paydeck"],
  [{ XDG_DATA_HOME: "relative" }, join(homedir(), ".local/share/paydeck")],
  [{}, join(homedir(), ".local/share/paydeck")],
])("the data of a release is outside of it: %o", (variables, folder) => {
  expect(defaultDataFolder({ NODE_ENV: "production", ...variables })).toBe(folder);
});
