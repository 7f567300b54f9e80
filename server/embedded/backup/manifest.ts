import { createHash } from "node:crypto";
import { z } from "zod";

/** The size and hash of each file as read, by its path below the cluster's folder. */
type SeenFiles = ReadonlyMap<string, { size: number; sha256: string }>;

const manifestSchema = z.object({
  "PostgreSQL-Backup-Manifest-Version": z.number().int(),
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      "Encoded-Path": z.string().optional(),
      Size: z.number().int(),
      "Checksum-Algorithm": z.literal("SHA256"),
      Checksum: z.string(),
    }),
  ),
  "Manifest-Checksum": z.string(),
});

/** The list does not contain the log files; the start of the restored cluster shows whether the log is complete. */
const LOG_FOLDER = "pg_wal/";

/** The error of a backup's files according to Postgres' own list; null when there is none. */
export function faultOfFiles(manifest: string, seen: SeenFiles): string | null {
  const parsed = manifestSchema.safeParse(parseJson(manifest));
  if (!parsed.success || !isOwnChecksum(manifest, parsed.data["Manifest-Checksum"])) {
    return "its list of files is damaged";
  }
  const listed = new Set<string>();
  for (const file of parsed.data.Files) {
    const path = file.Path ?? Buffer.from(file["Encoded-Path"] ?? "", "hex").toString("utf8");
    listed.add(path);
    const found = seen.get(path);
    if (found === undefined) return `${path} is missing`;
    if (found.size !== file.Size || found.sha256 !== file.Checksum) return `${path} is damaged`;
  }
  const stranger = [...seen.keys()].find((path) => !listed.has(path) && !path.startsWith(LOG_FOLDER));
  return stranger === undefined ? null : `${stranger} does not belong to it`;
}

/** The list's last line contains the checksum of all lines before it. */
function isOwnChecksum(manifest: string, checksum: string): boolean {
  const lastLine = manifest.lastIndexOf('"Manifest-Checksum"');
  return createHash("sha256").update(manifest.slice(0, lastLine)).digest("hex") === checksum;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
