import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { type ApiKey, keyStatus } from "./domain/keys/api-key";
import type { OptionalRateLimits } from "./domain/keys/rate-limits";
import { KEY_ACCESSES, type KeyAccess } from "@/lib/keys/key-access";
import { codePointLength, HASH_SEPARATOR, isBlank, isStorableText } from "@/lib/text";
import { ensureMerchant } from "./usecases/keys/ensure-merchant";
import { listKeysByName } from "./usecases/keys/list-keys";
import {
  createMerchant,
  createMerchantKey,
  limitMerchant,
  listMerchants,
  type MerchantDeps,
  type MerchantRefusal,
  rotateMerchantKey,
} from "./usecases/manage-merchants";
import { revokeApiKey, type RevokeKeyRefusal } from "./usecases/keys/revoke-key";

const USAGE = commandsHere(`Usage:
  npm run merchant -- create NAME                        a new merchant; prints its key and salt
  npm run merchant -- create NAME --own-key              the same with ROUTING_API_KEY and ROUTING_API_SALT of the
                                                         environment; changes nothing when it exists with them
  npm run merchant -- list                               every merchant and its working keys
  npm run merchant -- rotate NAME [--overlap-hours N]    a new key and salt; the old ones stop after N hours (0)
  npm run merchant -- keys NAME                          its keys, the ended ones too, newest first
  npm run merchant -- create-key NAME --access ACCESS [--label LABEL]
                                                         one more key and salt; ACCESS is one of
                                                         ${KEY_ACCESSES.join(", ")}
  npm run merchant -- revoke KEY                         ends one key at once
  npm run merchant -- limit NAME [--per-second N] [--burst N]
                                                         what all of its keys together may send, on each process of
                                                         the service; "default": only the service's limit for each key`);

const NOT_A_KEY = commandsHere(
  "A limit holds for a merchant and all of its keys: name the merchant. npm run merchant -- list shows which one has the key.",
);
const MAX_KEYS_SHOWN = 200;
const MAX_LABEL_LENGTH = 100;
const DEFAULT_LABEL = "Key of the command line";
const HOUR_MS = 60 * 60 * 1000;
const MAX_OVERLAP_HOURS = 24 * 30;

/** Printed beside the JSON, which scripts read. */
const NO_RULES =
  "This merchant has no routing rule yet: its payments are refused until rules are saved (rules.save, or the dashboard's page Rules).\n";

/** Where a command works. `ownCredentials`: those for `--own-key`. `warn`: beside the output. */
type MerchantCommandContext = {
  withDeps: <T>(work: (deps: MerchantDeps) => Promise<T>) => Promise<T>;
  ownCredentials: { apiKey: string | undefined; salt: string | undefined };
  warn: (text: string) => void;
};

class UsageError extends Error {}

/** What the command prints, as JSON. Throws a sentence when it is refused. */
export async function runMerchantCommand(
  args: readonly string[],
  context: MerchantCommandContext,
): Promise<unknown> {
  const { withDeps, warn } = context;
  const [verb, name, ...options] = args;
  if (verb === "list" && name === undefined) {
    const merchants = await withDeps((deps) => listMerchants(deps));
    return merchants.map(({ apiKeys: keys, rateLimits, ...merchant }) => ({
      ...merchant,
      ...printedLimits(rateLimits),
      keys,
    }));
  }
  if (name === undefined || name.startsWith("--")) throw new UsageError(USAGE);
  if (verb === "create" && options.length === 0) {
    const created = await withDeps((deps) => createMerchant(deps, name));
    if (!created.ok) throw new UsageError(refusalText(created.error, name));
    const { apiKey: key, salt, hasRules } = created.value;
    if (!hasRules) warn(NO_RULES);
    return { name, key, salt };
  }
  if (verb === "create" && options.length === 1 && options[0] === "--own-key")
    return createWithOwnKey(name, context);
  if (verb === "rotate") {
    const overlapMs = readOverlapMs(options);
    const rotated = await withDeps((deps) => rotateMerchantKey(deps, name, overlapMs));
    if (!rotated.ok) throw new UsageError(refusalText(rotated.error, name));
    const { apiKey: key, salt, oldKeysExpireAt } = rotated.value;
    return { name, key, salt, oldKeysExpireAt };
  }
  if (verb === "keys" && options.length === 0) {
    const keys = await withDeps((deps) => listKeysByName(deps, name, MAX_KEYS_SHOWN));
    if (!keys.ok) throw new UsageError(refusalText(keys.error, name));
    return keys.value.map(printedKey);
  }
  if (verb === "create-key") {
    const wishes = readKeyWishes(options);
    const created = await withDeps((deps) => createMerchantKey(deps, name, wishes));
    if (!created.ok) throw new UsageError(refusalText(created.error, name));
    const { keyId, apiKey: key, salt } = created.value;
    return { name, keyId, key, salt, ...wishes };
  }
  if (verb === "revoke" && options.length === 0) {
    const revoked = await withDeps((deps) => revokeApiKey(deps, name));
    if (!revoked.ok) throw new UsageError(keyRefusalText(revoked.error));
    return printedKey(revoked.value);
  }
  if (verb === "limit") {
    const limits = readLimits(options);
    const limited = await withDeps((deps) => limitMerchant(deps, name, limits));
    if (!limited.ok)
      throw new UsageError(name.startsWith("key_") ? NOT_A_KEY : refusalText(limited.error, name));
    return { name, ...printedLimits(limited.value) };
  }
  throw new UsageError(USAGE);
}

/** A key as printed by the command line: never with its salt. */
function printedKey(key: ApiKey): object {
  const {
    id: keyId,
    apiKey,
    label,
    createdAt,
    createdBy,
    lastUsedAt,
    expiresAt,
    revokedAt,
    rateLimits,
    access,
  } = key;
  const status = keyStatus(key, systemClock.now());
  const times = { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt };
  return {
    keyId,
    key: apiKey,
    label,
    status,
    access,
    ...times,
    ...printedLimits(rateLimits),
  };
}

/** Deployments give the dashboard its key before the service has started once. */
async function createWithOwnKey(
  name: string,
  { withDeps, ownCredentials: { apiKey, salt }, warn }: MerchantCommandContext,
): Promise<unknown> {
  if (apiKey === undefined || salt === undefined || !isOwnKey(apiKey) || !isOwnSalt(salt)) {
    throw new UsageError(
      "Set ROUTING_API_KEY (printable ASCII) and ROUTING_API_SALT, each with 16 to 200 characters and without |.",
    );
  }
  const ensured = await withDeps((deps) => ensureMerchant(deps, name, { apiKey, salt }));
  if (!ensured.ok) {
    throw new UsageError(
      ensured.error.kind === "other_credentials"
        ? `The merchant "${name}" or the key exists already, but not with this name, key and salt. Nothing was changed.`
        : refusalText(ensured.error, name),
    );
  }
  if (!ensured.value.hasRules) warn(NO_RULES);
  return { name, key: apiKey, isNew: ensured.value.isNew };
}

const isOwnKey = (text: string): boolean => /^[\x21-\x7b\x7d\x7e]{16,200}$/.test(text);
const isOwnSalt = (text: string): boolean =>
  text.length >= 16 && text.length <= 200 && isStorableText(text) && !text.includes(HASH_SEPARATOR);

function printedLimits({ perSecond, burst }: OptionalRateLimits): object {
  return { ratePerSecond: perSecond, rateBurst: burst };
}

function readKeyWishes(options: readonly string[]): { label: string; access: KeyAccess } {
  const [flag, access, labelFlag, label = DEFAULT_LABEL, ...rest] = options;
  const known = KEY_ACCESSES.find((each) => each === access);
  const isLabelled = labelFlag === undefined || (labelFlag === "--label" && options.length === 4);
  if (flag !== "--access" || known === undefined || !isLabelled || rest.length > 0)
    throw new UsageError(USAGE);
  if (isBlank(label) || !isStorableText(label) || codePointLength(label) > MAX_LABEL_LENGTH)
    throw new UsageError(`A label is 1 to ${MAX_LABEL_LENGTH} characters, not all of them blank.`);
  return { label, access: known };
}

function readLimits(options: readonly string[]): Partial<OptionalRateLimits> {
  const limits: Partial<OptionalRateLimits> = {};
  for (let i = 0; i < options.length; i += 2) {
    const limit = readLimit(options[i + 1]);
    if (options[i] === "--per-second") limits.perSecond = limit;
    else if (options[i] === "--burst") limits.burst = limit;
    else throw new UsageError(USAGE);
  }
  if (options.length === 0) throw new UsageError(USAGE);
  return limits;
}

function readLimit(text: string | undefined): number | null {
  if (text === "default") return null;
  if (text === undefined || !/^[1-9][0-9]{0,5}$/.test(text)) {
    throw new UsageError('A limit is a whole number from 1 to 999999, or "default".');
  }
  return parseInt(text, 10);
}

function readOverlapMs(options: readonly string[]): number {
  if (options.length === 0) return 0;
  const [flag, text, ...rest] = options;
  const isWholeNumber = text !== undefined && /^[0-9]{1,3}$/.test(text);
  if (flag !== "--overlap-hours" || !isWholeNumber || rest.length > 0) throw new UsageError(USAGE);
  const hours = parseInt(text, 10);
  if (hours > MAX_OVERLAP_HOURS) throw new UsageError(`--overlap-hours takes at most ${MAX_OVERLAP_HOURS}.`);
  return hours * HOUR_MS;
}

function refusalText(refusal: MerchantRefusal, name: string): string {
  switch (refusal.kind) {
    case "invalid_name":
      return "A merchant's name is 1 to 100 characters, not all of them blank.";
    case "name_in_use":
      return commandsHere(
        `There is a merchant named "${name}" already. To give it a new key: npm run merchant -- rotate "${name}"`,
      );
    case "unknown_name":
      return commandsHere(
        `There is no merchant named "${name}". npm run merchant -- list shows the ones there are.`,
      );
    case "too_many_keys":
      return `"${name}" has as many working keys as it may have. Revoke one, or rotate without an overlap.`;
  }
}

function keyRefusalText(refusal: RevokeKeyRefusal): string {
  switch (refusal.kind) {
    case "key_not_found":
      return commandsHere(
        "There is no such key. npm run merchant -- keys NAME shows the ones that a merchant has.",
      );
    case "last_working_key":
      return refusal.othersEndSoon
        ? commandsHere(
            "The merchant's other working keys end soon, before this one. To replace all at once: npm run merchant -- rotate NAME",
          )
        : commandsHere(
            "This is the merchant's last working key with access to everything. To replace it at once: npm run merchant -- rotate NAME",
          );
  }
}
