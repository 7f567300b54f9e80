import { existsSync } from "node:fs";
import { join } from "node:path";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

type Config = (phase: string) => { pageExtensions: string[] };

test("the gallery of components is a page in development and in no build", async () => {
  const path = join(projectRoot(), "next.config.mjs");
  const { default: config } = (await import(path)) as { default: Config };
  expect(existsSync(join(projectRoot(), "app/dev/components/page.dev.tsx"))).toBe(true);
  expect(config(PHASE_DEVELOPMENT_SERVER).pageExtensions).toContain("dev.tsx");
  expect(config(PHASE_PRODUCTION_BUILD).pageExtensions).not.toContain("dev.tsx");
});
