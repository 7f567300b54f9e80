import { expect, test } from "vitest";
import { createMigratedDatabase } from "@/tools/testing/migrated-database";
import { areRefundsHeld, findRefundHold, holdRefunds, releaseRefunds } from "./refund-hold";

test("a hold lasts until it is released, and a second restore holds again", async () => {
  const database = await createMigratedDatabase("routing");
  try {
    const db = database.pool;
    expect(await areRefundsHeld(db)).toBe(false);
    expect(await releaseRefunds(db, new Date())).toBe(false);
    const first = {
      backupMadeAt: new Date("2026-11-20T10:00:00Z"),
      restoredAt: new Date("2026-11-21T10:00:00Z"),
    };
    await holdRefunds(db, first);
    expect(await areRefundsHeld(db)).toBe(true);
    expect(await releaseRefunds(db, new Date("2026-11-21T11:00:00Z"))).toBe(true);
    expect(await releaseRefunds(db, new Date())).toBe(false);
    expect(await findRefundHold(db)).toEqual({ ...first, releasedAt: new Date("2026-11-21T11:00:00Z") });

    await holdRefunds(db, { ...first, restoredAt: new Date("2026-11-22T10:00:00Z") });
    expect(await areRefundsHeld(db)).toBe(true);
  } finally {
    await database.drop();
  }
});
