import { commandsHere } from "@/server/platform/commands-here";
import { randomBytes, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { refuseInterruptedRestore } from "@/server/embedded/backup/interrupted";
import { hadDatabase } from "@/server/embedded/placement";
import { StartupError } from "@/server/platform/lifecycle";
import { writeFileDurably } from "@/server/platform/write-file";

const secretsSchema = z.object({
  superuserPassword: z.string().min(1),
  routingPassword: z.string().min(1),
  dashboardPassword: z.string().min(1),
  routingSaltKey: z.string().min(1),
  nextAuthSecret: z.string().min(1),
  sandboxApiKey: z.string().min(1),
  sandboxApiSalt: z.string().min(1),
  sandboxPassword: z.string().min(1),
  /** The sandbox's sign-in has been shown on the terminal. */
  isAnnounced: z.boolean(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Secrets that a person may have chosen; read at the first start, except for the password, which can be changed later.
 */
type ChosenSecrets = {
  sandboxApiKey?: string | undefined;
  sandboxApiSalt?: string | undefined;
  sandboxPassword?: string | undefined;
};

export const SECRETS_FILE = "secrets.json";

export function secretsPath(folder: string): string {
  return join(folder, SECRETS_FILE);
}

/**
 * The secrets of a data folder, generated at its first start. `warnings` are lines for the terminal. Throws a
 * StartupError when a database exists without its secrets: new ones would not open it and would hide the problem.
 */
export async function loadSecrets(
  folder: string,
  chosen: ChosenSecrets,
): Promise<{ secrets: Secrets; warnings: string[] }> {
  const kept = await readSecrets(secretsPath(folder));
  if (kept === null) {
    await refuseInterruptedRestore(folder);
    if (await hadDatabase(folder)) throw new StartupError(secretsGone(folder));
    const secrets = generate(chosen);
    await saveSecrets(folder, secrets);
    return { secrets, warnings: [] };
  }
  const warnings = (["sandboxApiKey", "sandboxApiSalt"] as const).flatMap((name) =>
    chosen[name] === undefined || chosen[name] === kept[name]
      ? []
      : [`${VARIABLES[name]} is not what the sandbox was first started with, which stays in use.`],
  );
  if (chosen.sandboxPassword === undefined || chosen.sandboxPassword === kept.sandboxPassword) {
    return { secrets: kept, warnings };
  }
  const secrets = { ...kept, sandboxPassword: chosen.sandboxPassword };
  await saveSecrets(folder, secrets);
  return { secrets, warnings };
}

export function saveSecrets(folder: string, secrets: Secrets): Promise<void> {
  return writeFileDurably(secretsPath(folder), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
}

const VARIABLES = { sandboxApiKey: "SANDBOX_API_KEY", sandboxApiSalt: "SANDBOX_API_SALT" } as const;

async function readSecrets(path: string): Promise<Secrets | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  return parseSecrets(text, path);
}

/** Throws a StartupError that names `path` when the text is incomplete. */
export function parseSecrets(text: string, path: string): Secrets {
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartupError(
    `${path} is damaged, and the database cannot be opened without it. Restore it from a backup, or move its folder away to start empty.`,
  );
}

export function secretsGone(folder: string): string {
  return (
    `${secretsPath(folder)} is gone, and the database beside it cannot be opened without it. Bring the file back, ` +
    commandsHere(
      `restore a backup (npm run restore -- FILE --replace), or move ${folder} away to start empty.`,
    )
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function generate(chosen: ChosenSecrets): Secrets {
  return {
    superuserPassword: hex(24),
    routingPassword: hex(24),
    dashboardPassword: hex(24),
    routingSaltKey: randomBytes(32).toString("base64"),
    nextAuthSecret: randomBytes(32).toString("base64"),
    sandboxApiKey: chosen.sandboxApiKey ?? `sandbox_key_${hex(12)}`,
    sandboxApiSalt: chosen.sandboxApiSalt ?? `sandbox_salt_${hex(24)}`,
    sandboxPassword: chosen.sandboxPassword ?? readablePassword(),
    isAnnounced: false,
  };
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Letters and digits that are easily confused when typed from a screen are left out. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Four groups of four: 79 bits. */
function readablePassword(): string {
  const character = (): string => READABLE.charAt(randomInt(READABLE.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, character).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
