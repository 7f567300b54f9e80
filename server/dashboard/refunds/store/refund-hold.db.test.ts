import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "@/server/checks/database";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { areRefundsHeld, holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { projectRoot } from "@/server/platform/root";
import { openDatabase } from "../../store/open-database";
import { takeRelease, takeRestore } from "./restored-backup";

const FOLDER = join(projectRoot(), "server/dashboard/store/migrations");
const FIRST_WITH_HOLD = 27;

test("refunds that were held in a database of an earlier version are held after its migration, for the working role too", async () => {
  const logger = createLogger("test", "silent");
  const database = await createTestDatabase("dashboard");
  const earlier = await mkdtemp(join(tmpdir(), "paydeck-migrations-"));
  const owner = new pg.Client({ connectionString: database.url });
  try {
    for (const file of await readdir(FOLDER)) {
      if (Number.parseInt(file, 10) < FIRST_WITH_HOLD) await cp(join(FOLDER, file), join(earlier, file));
    }
    await migrate({ connectionString: database.url, folder: earlier, logger });
    await owner.connect();
    await holdRefunds(owner, { backupMadeAt: new Date(), restoredAt: new Date() });

    const settings = { applicationName: "test", maxConnections: 2, logger };
    const pool = await openDatabase({ ...settings, connectionString: database.url, secret: "test-secret" });
    try {
      expect(await areRefundsHeld(pool)).toBe(true);
      expect(await takeRestore(pool, new Date())).not.toBeNull();
      await releaseRefunds(owner, new Date());
      expect(await takeRelease(pool, new Date())).not.toBeNull();
      expect(await areRefundsHeld(pool)).toBe(false);
    } finally {
      await pool.end();
    }
  } finally {
    await owner.end();
    await rm(earlier, { recursive: true });
    await database.drop();
  }
});
