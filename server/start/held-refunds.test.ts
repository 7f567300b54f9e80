import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holdRefunds } from "@/server/embedded/backup/held-refunds";
import { dashboardEnv, routingEnv } from "./child-env";
import { readStartEnv } from "./env";
import { withHeldRefunds } from "./held-refunds";

test("after a restore both systems are told to hold refunds, and the terminal says since when", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-held-"));
  try {
    const given = readStartEnv({ NODE_ENV: "test", DATA_DIR: folder });
    expect(await withHeldRefunds(given)).toEqual({ env: given, warning: null });
    await holdRefunds(folder, "2026-01-02T03:04:05.000Z");
    const { env, warning } = await withHeldRefunds(given);
    expect(warning).toContain("2026-01-02T03:04:05.000Z");
    const secrets = {
      superuserPassword: "test",
      routingPassword: "test",
      dashboardPassword: "test",
      routingSaltKey: "test",
      nextAuthSecret: "test",
      sandboxApiKey: "test",
      sandboxApiSalt: "test",
      sandboxPassword: "test",
      isAnnounced: true,
    };
    expect(routingEnv(env, secrets, "postgres://r")).toMatchObject({ REFUNDS_HELD: "1" });
    expect(dashboardEnv(env, secrets, "postgres://d")).toMatchObject({ REFUNDS_HELD: "1" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
