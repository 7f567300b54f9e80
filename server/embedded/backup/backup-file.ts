import { z } from "zod";

/**
 * A backup is one gzipped tar: its description, the secrets that open it, the cluster's files, and last Postgres' list
 * of them with checksums, so that a truncated file is detected by its missing end (decision 0271).
 */
export const ENTRIES = {
  about: "paydeck.json",
  secrets: "secrets.json",
  cluster: "postgres",
  manifest: "backup_manifest",
} as const;

export const FORMAT = 1;

export const aboutSchema = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601, for people. */
  madeAt: z.string(),
  /** The major version of Postgres that can open it. */
  postgres: z.string(),
});
export type About = z.infer<typeof aboutSchema>;
