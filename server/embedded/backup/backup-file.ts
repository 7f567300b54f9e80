import { z } from "zod";

/**
 * A backup is one gzipped tar: what it is, the secrets that open it, the cluster's files, and last Postgres' list of
 * them with their checksums, so that a file that was cut off is known by its missing end (decision 0155).
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
  /** The major version whose programs can open it. */
  postgres: z.string(),
});
export type About = z.infer<typeof aboutSchema>;
