import { expect, test } from "vitest";
import { StartupError } from "@/server/platform/lifecycle";
import { readBackupEnv } from "./env";

const read = (variables: Record<string, string>) => readBackupEnv({ NODE_ENV: "test", ...variables });
const S3 = {
  BACKUP_S3_ENDPOINT: "https://s3.example",
  BACKUP_S3_BUCKET: "paydeck",
  BACKUP_S3_KEY_ID: "id",
  BACKUP_S3_SECRET: "the-secret",
};

test("without variables there is no store, and retention has the documented defaults", () => {
  expect(read({})).toEqual({
    managedBy: null,
    target: null,
    time: null,
    retention: { daily: 7, weekly: 4, monthly: 12 },
    verifyEvery: 1,
    encryptionKey: null,
  });
});

test("a store is a folder, or a bucket with all that is needed to reach it", () => {
  expect(read({ BACKUP_FOLDER: "/backups" }).target).toEqual({ kind: "folder", folder: "/backups" });
  expect(read(S3).target).toMatchObject({ kind: "s3", bucket: "paydeck", region: "us-east-1", prefix: "" });
  expect(() => read({ ...S3, BACKUP_S3_SECRET: "" })).toThrow("set BACKUP_S3_SECRET too");
  expect(() => read({ ...S3, BACKUP_FOLDER: "/backups" })).toThrow("not both");
});

test.each([
  ["BACKUP_TIME", "2:30"],
  ["BACKUP_TIME", "24:00"],
  ["BACKUP_KEEP_DAILY", "0"],
  ["BACKUP_KEEP_WEEKLY", "1.5"],
  ["BACKUP_VERIFY_EVERY", "0"],
  ["BACKUP_ENCRYPTION_KEY", "passw0rd-of-mine"],
  ["BACKUP_S3_ENDPOINT", "s3.example"],
  ["BACKUP_S3_PREFIX", "a b/"],
])("%s=%s is refused with the variable's name and without its value", (name, value) => {
  const reading = () => read({ ...S3, [name]: value });
  expect(reading).toThrow(StartupError);
  expect(reading).toThrow(name);
  expect(reading).not.toThrow("passw0rd");
});

test("others or Paydeck make the backups, not both", () => {
  expect(read({ BACKUP_MANAGED_BY: "pgBackRest" }).managedBy).toBe("pgBackRest");
  expect(() => read({ BACKUP_MANAGED_BY: "pgBackRest", BACKUP_TIME: "02:30" })).toThrow("not both");
});
