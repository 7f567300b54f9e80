import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, removeFolder } from "@/tools/testing/embedded/harness";
import { readBackupEnv } from "../env";
import { type S3Server, startS3Server } from "@/tools/testing/backups/s3-server";
import { openStore } from "./open-store";

let base: string;
let server: S3Server;
beforeAll(async () => {
  base = await makeFolder();
  server = await startS3Server(join(base, "s3"));
});
afterAll(async () => {
  await (server as S3Server | undefined)?.stop();
  await removeFolder(base);
});

function storeWith(prefix: string) {
  const { target } = readBackupEnv({ NODE_ENV: "test", ...server.env, BACKUP_S3_PREFIX: prefix });
  if (target === null) throw new Error("there is no store");
  return openStore(target);
}

test("a file larger than one part is uploaded in parts and comes back byte for byte, and a prefix sees only its own", async () => {
  const store = storeWith("shop.a-1/");
  const bytes = randomBytes(40 * 1024 * 1024);
  await writeFile(join(base, "large"), bytes);
  await store.put("large", join(base, "large"), bytes.length);
  await store.putText("large.json", "{}");
  await writeFile(join(base, "small"), "few");
  await store.put("small", join(base, "small"), 3);
  const hash = createHash("sha256");
  for await (const part of await store.read("large")) hash.update(part as Buffer);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect((await store.list()).toSorted((a, b) => a.bytes - b.bytes)).toEqual([
    { name: "large.json", bytes: 2 },
    { name: "small", bytes: 3 },
    { name: "large", bytes: bytes.length },
  ]);
  expect(await storeWith("other/").list()).toEqual([]);
  await store.remove("large");
  await store.remove("large");
  await expect(store.read("large")).rejects.toThrow("large is not in");
});
