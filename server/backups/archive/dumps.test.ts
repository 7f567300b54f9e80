import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TAR_END, tarHeader, tarPadding } from "@/server/embedded/backup/tar";
import { unpackDumps } from "./dumps";
import { restoreDumps } from "./restore-dumps";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-dumps-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a backup of a commit that wrote no migrations into it is refused with what to do", async () => {
  const about = Buffer.from(JSON.stringify({ format: 1, madeAt: "2026-11-20T10:00:00.000Z" }));
  const file = join(folder, "earlier");
  const header = tarHeader({ name: "paydeck-dumps.json", isFolder: false, size: about.length });
  await writeFile(file, Buffer.concat([header, about, tarPadding(about.length), TAR_END]));
  await expect(unpackDumps(file, folder)).rejects.toThrow(
    `${file} was made by another commit of Paydeck, and before 0.1.0 no commit takes over the data of another. Nothing was changed.`,
  );
});

test("a backup of another commit is refused before any database is reached", async () => {
  const restored = restoreDumps({
    dumps: {
      madeAt: new Date("2026-11-20T10:00:00Z"),
      files: { dashboard: join(folder, "dashboard.dump") },
      migrations: { dashboard: [{ name: "0001_baseline", checksum: "of another text" }] },
    },
    title: "paydeck-dumps",
    known: [
      { name: "dashboard", migrations: [{ name: "0001_baseline", checksum: "of this text", sql: "" }] },
    ],
    urls: {},
    restoredAt: new Date("2026-11-21T10:00:00Z"),
    environment: { NODE_ENV: "test" },
  });
  await expect(restored).rejects.toThrow(
    /^paydeck-dumps \(dashboard\) was made by another commit.*Restore it with the commit that made it\.$/,
  );
});
