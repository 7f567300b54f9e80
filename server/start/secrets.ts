import { commandsHere } from "@/server/platform/commands-here";
import { randomBytes, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { refuseInterruptedRestore } from "@/server/embedded/backup/interrupted";
import { hadDatabase } from "@/server/embedded/placement";
import { StartupError } from "@/server/platform/lifecycle";
import { writeFileDurably } from "@/server/platform/write-file";

const common = z.object({
  superuserPassword: z.string().min(1),
  routingPassword: z.string().min(1),
  dashboardPassword: z.string().min(1),
  routingSaltKey: z.string().min(1),
  nextAuthSecret: z.string().min(1),
  /** How to sign in for the first time has been shown on the terminal. */
  isAnnounced: z.boolean(),
});
/** A data folder is a sandbox or for real money, for ever (decision 0402). */
const secretsSchema = z.union([
  common.extend({
    isProduction: z.literal(true),
    /** Of the merchant that the dashboard acts for. */
    apiKey: z.string().min(1),
    apiSalt: z.string().min(1),
  }),
  common.extend({
    isProduction: z.literal(false).default(false),
    sandboxApiKey: z.string().min(1),
    sandboxApiSalt: z.string().min(1),
    sandboxPassword: z.string().min(1),
  }),
]);
export type Secrets = z.infer<typeof secretsSchema>;
export type SandboxSecrets = Extract<Secrets, { isProduction: false }>;
type Loaded<S> = { secrets: S; warnings: string[] };

/**
 * What the start is for, and secrets of a sandbox that a person may have chosen: read at the first start, except for the
 * password, which can be changed later.
 */
type ChosenSecrets = {
  isProduction?: boolean;
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
 * StartupError when the folder is for the other purpose, and when a database exists without its secrets: new ones would
 * not open it and would hide the problem.
 */
export function loadSecrets(
  folder: string,
  chosen: ChosenSecrets & { isProduction?: false },
): Promise<Loaded<SandboxSecrets>>;
export function loadSecrets(folder: string, chosen: ChosenSecrets): Promise<Loaded<Secrets>>;
export async function loadSecrets(folder: string, chosen: ChosenSecrets): Promise<Loaded<Secrets>> {
  const kept = await readSecrets(secretsPath(folder));
  if (kept === null) {
    await refuseInterruptedRestore(folder);
    if (await hadDatabase(folder)) throw new StartupError(secretsGone(folder));
    const secrets = generate(chosen);
    await saveSecrets(folder, secrets);
    return { secrets, warnings: [] };
  }
  if (kept.isProduction !== (chosen.isProduction ?? false))
    throw new StartupError(otherPurpose(folder, kept));
  if (kept.isProduction) return { secrets: kept, warnings: [] };
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

function otherPurpose(folder: string, { isProduction }: Secrets): string {
  return commandsHere(
    isProduction
      ? `${folder} was made for real money. Start it with npm start -- --production, or set DATA_DIR to another folder for a ` +
          "sandbox. Nothing was changed."
      : `${folder} is a sandbox and stays one: its payments are tests, and its accounts are no secret. Set DATA_DIR to a new ` +
          "folder for real money, or leave --production out. Nothing was changed.",
  );
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
  const secrets = {
    superuserPassword: hex(24),
    routingPassword: hex(24),
    dashboardPassword: hex(24),
    routingSaltKey: randomBytes(32).toString("base64"),
    nextAuthSecret: randomBytes(32).toString("base64"),
    isAnnounced: false,
  };
  if (chosen.isProduction === true) {
    return { ...secrets, isProduction: true, apiKey: `key_${hex(16)}`, apiSalt: `salt_${hex(32)}` };
  }
  return {
    ...secrets,
    isProduction: false,
    sandboxApiKey: chosen.sandboxApiKey ?? `sandbox_key_${hex(12)}`,
    sandboxApiSalt: chosen.sandboxApiSalt ?? `sandbox_salt_${hex(24)}`,
    sandboxPassword: chosen.sandboxPassword ?? readablePassword(),
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
