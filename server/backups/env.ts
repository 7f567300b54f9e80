import { commandsHere } from "@/server/platform/commands-here";
import { z } from "zod";
import { withoutEmpty } from "@/server/platform/env";
import { StartupError } from "@/server/platform/lifecycle";
import type { Retention } from "./retention";

const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/;
const few = (least: number, fallback: number) =>
  z.coerce
    .number(`must be a whole number from ${least} to 1000`)
    .int(`must be a whole number from ${least} to 1000`)
    .min(least, `must be a whole number from ${least} to 1000`)
    .max(1_000, `must be a whole number from ${least} to 1000`)
    .default(fallback);

const envFields = z.object({
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be the http(s) address of an S3-compatible store" })
    .optional(),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  /** The names of backups begin with this, such as "production/". Each installation needs another one. */
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._/-]*$/, "may contain letters, digits and ./_-")
    .default(""),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
  BACKUP_ENCRYPTION_KEY: z
    .string()
    .regex(
      IDENTITY,
      commandsHere("must be a secret key of age (AGE-SECRET-KEY-1…); npm run backups -- key makes one"),
    )
    .optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "must be a time of day in UTC, like 02:30")
    .optional(),
  /** Who makes the backups instead of Paydeck, like "pgBackRest". */
  BACKUP_MANAGED_BY: z.string().max(100, "must be a name of at most 100 characters").optional(),
  BACKUP_KEEP_DAILY: few(1, 7),
  BACKUP_KEEP_WEEKLY: few(0, 4),
  BACKUP_KEEP_MONTHLY: few(0, 12),
  BACKUP_VERIFY_EVERY: few(1, 1),
});

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  prefix: string;
  keyId: string;
  secret: string;
};
export type BackupTarget = { kind: "folder"; folder: string } | ({ kind: "s3" } & S3Settings);

export type BackupEnv = {
  /** Null: no scheduled backups. */
  target: BackupTarget | null;
  /** Null: Paydeck itself, or nobody. */
  managedBy: string | null;
  /** "HH:MM" in UTC; null: only when the command is run. */
  time: string | null;
  retention: Retention;
  /** Every how many backups one is restored on trial. */
  verifyEvery: number;
  encryptionKey: string | null;
};

/** Throws a StartupError that names every invalid variable, never its value. */
export function readBackupEnv(given: NodeJS.ProcessEnv = process.env): BackupEnv {
  const parsed = envFields.safeParse(withoutEmpty(given));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new StartupError(faults.join("\n"));
  }
  const env = parsed.data;
  if (env.BACKUP_MANAGED_BY !== undefined && env.BACKUP_TIME !== undefined) {
    throw new StartupError(
      "Set BACKUP_TIME or BACKUP_MANAGED_BY, not both: one of the two makes the backups.",
    );
  }
  return {
    managedBy: env.BACKUP_MANAGED_BY ?? null,
    target: targetOf(env),
    time: env.BACKUP_TIME ?? null,
    retention: {
      daily: env.BACKUP_KEEP_DAILY,
      weekly: env.BACKUP_KEEP_WEEKLY,
      monthly: env.BACKUP_KEEP_MONTHLY,
    },
    verifyEvery: env.BACKUP_VERIFY_EVERY,
    encryptionKey: env.BACKUP_ENCRYPTION_KEY ?? null,
  };
}

function targetOf(env: z.infer<typeof envFields>): BackupTarget | null {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_FOLDER: folder } = env;
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = env;
  const needed = { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId };
  const missing = Object.entries({ ...needed, BACKUP_S3_SECRET: secret }).filter(([, value]) => !value);
  if (missing.length === 4) return folder === undefined ? null : { kind: "folder", folder };
  if (endpoint && bucket && keyId && secret) {
    if (folder !== undefined) {
      throw new StartupError("Set BACKUP_FOLDER or BACKUP_S3_BUCKET, not both: backups go to one store.");
    }
    const { BACKUP_S3_REGION: region, BACKUP_S3_PREFIX: prefix } = env;
    return { kind: "s3", endpoint, bucket, region, prefix, keyId, secret };
  }
  throw new StartupError(`To keep backups in S3, set ${missing.map(([name]) => name).join(" and ")} too.`);
}
