import { expect, test } from "vitest";
import { startTestService } from "@/tools/testing/routing/service";
import { readDatabaseServer } from "./database-server";

test("connections of the whole server are counted, and a process whose clock is behind sees by how much", async () => {
  const service = await startTestService();
  try {
    const late = { now: () => new Date(Date.now() - 60_000) };
    const found = await readDatabaseServer(service.db, late);
    expect(Math.abs(found.clockOffsetSeconds - 60)).toBeLessThan(30);
    expect(found.connections).toBeGreaterThan(0);
    expect(found.connections).toBeLessThanOrEqual(found.connectionsMax);
  } finally {
    await service.stop();
  }
});
