import { commandsHere } from "@/server/platform/commands-here";
import type { SaltBox } from "../../store/keys/salt-box";
import {
  configuredVendors,
  countOpenFrom,
  findRestore,
  findTaken,
  findVersion,
  sealedKeysOf,
  sharedGatewaysOf,
  simulatedGateways,
} from "../../store/cells/obstacles";
import { findMerchantHere, type MerchantHere } from "../../store/cells/move-stage";
import { isDistributed } from "../../store/distributed";
import { isKeyWrong, readSealedState } from "../keys/sealed-state";
import { CellsError, type OpenCell } from "./cells";

export type Move = {
  merchantId: number;
  source: OpenCell;
  target: OpenCell;
  /** All cells that are known; those of the move may be among them. */
  others?: readonly OpenCell[];
  saltBox: SaltBox;
  /** The operator says that the environment's accounts at vendors are the same in both cells. */
  hasSameAccounts: boolean;
};

/** How far an earlier try came: `arrived` when the target has the merchant already. */
export type Progress = { merchant: MerchantHere; hasArrived: boolean };

/**
 * Throws a {@link CellsError} when the merchant cannot move, before anything is changed: what it would lose, or what would act for it
 * twice. What can change meanwhile is refused by the copy itself, whose transaction is then rolled back.
 */
export async function checkMove(move: Move): Promise<Progress> {
  const { merchantId, source, target } = move;
  if (source.name === target.name || source.number === target.number)
    throw new CellsError(
      commandsHere("The two cells need different names and numbers: npm run cells -- list"),
    );
  for (const { name, pool } of [source, target])
    if (await isDistributed(pool))
      throw new CellsError(
        `${name} is distributed over several nodes. Merchants move only between cells that are one Postgres each.`,
      );
  const [from, to] = [await findVersion(source.pool), await findVersion(target.pool)];
  if (from !== to)
    throw new CellsError(
      `The cells have different versions: ${source.name} has ${from}, ${target.name} ${to}.`,
    );
  const merchant = await findMerchantHere(source.pool, merchantId);
  if (merchant === null)
    throw new CellsError(`The cell ${source.name} has no merchant ${String(merchantId)}.`);
  const there = await findMerchantHere(target.pool, merchantId);
  if (there?.stage === null) return arrivedBefore(move, merchant);
  if (there !== null && there.stage !== "moved")
    throw new CellsError(`The merchant is leaving ${target.name} at the moment. End that move first.`);
  await checkElsewhere(move, there);
  if (there !== null && !(await isCleared(target, merchantId)))
    throw new CellsError(
      commandsHere(
        `${target.name} still has the rows of the merchant's earlier stay. Delete them first: npm run cells -- clear`,
      ),
    );
  if (merchant.stage === "moved" && merchant.movedTo !== target.name)
    throw new CellsError(
      `The merchant has moved from ${source.name} to ${merchant.movedTo ?? "another cell"}.`,
    );
  await checkSecrets(move, merchant);
  await checkRestores(move);
  await checkGateways(move);
  return { merchant, hasArrived: false };
}

/** An old command that is repeated must not bring back the rows of a merchant that has moved on since, and changed. */
async function checkElsewhere(
  { merchantId, source, target, others = [] }: Move,
  there: MerchantHere | null,
): Promise<void> {
  const rest = others.filter(({ name }) => name !== source.name && name !== target.name);
  for (const { name, pool } of rest) {
    const found = await findMerchantHere(pool, merchantId);
    if (found !== null && found.stage !== "moved")
      throw new CellsError(`The cell ${name} has the merchant ${String(merchantId)}. Nothing was moved.`);
  }
  const next = there?.movedTo ?? null;
  if (next !== null && ![source, ...rest].some(({ name }) => name === next))
    throw new CellsError(
      `The merchant has moved from ${target.name} to ${next}, which was not asked. Add its database to CELLS_DATABASE_URLS.`,
    );
}

/** Only the end of this very move may find the merchant in the target. */
function arrivedBefore({ source, target }: Move, merchant: MerchantHere): Progress {
  if (merchant.stage === "moved" && merchant.movedTo === target.name) return { merchant, hasArrived: true };
  throw new CellsError(
    commandsHere(
      `${target.name} has a merchant ${String(merchant.id)} of its own, and ${source.name}, too. Cells need different numbers before they get merchants: npm run cells -- list`,
    ),
  );
}

async function isCleared({ pool }: OpenCell, merchantId: number): Promise<boolean> {
  return (await sealedKeysOf(pool, merchantId)).length === 0;
}

async function checkSecrets({ source, target, saltBox }: Move, merchant: MerchantHere): Promise<void> {
  for (const { name, pool } of [source, target])
    if (isKeyWrong(await readSealedState({ pool, saltBox })))
      throw new CellsError(
        commandsHere(
          `ROUTING_SALT_KEY does not open the salts of ${name}. Both cells need the same key: change one first (npm run reseal).`,
        ),
      );
  const keys = await sealedKeysOf(source.pool, merchant.id);
  for (const { apiKey, sealed, isRevoked } of keys) {
    if (isRevoked) continue;
    try {
      saltBox.open(apiKey, sealed);
    } catch {
      throw new CellsError(`The salt of the key ${apiKey.slice(0, 12)}… does not open: rotate it first.`);
    }
  }
  const taken = await findTaken(
    target.pool,
    merchant,
    keys.map(({ apiKey }) => apiKey),
  );
  if (taken !== null) throw new CellsError(`Another merchant of ${target.name} has ${taken}.`);
}

/**
 * A database that was restored knows which refunds may have been made after the backup, by the time of the restore (decision 0237);
 * the other one would judge the same refunds otherwise.
 */
async function checkRestores({ merchantId, source, target }: Move): Promise<void> {
  for (const { name, pool } of [source, target]) {
    const restore = await findRestore(pool);
    if (restore === null) continue;
    if (restore.isHeld)
      throw new CellsError(
        commandsHere(`Refunds of ${name} are held since its restore. Release them first: npm run refunds`),
      );
    const open = await countOpenFrom(source.pool, merchantId, restore.restoredAt);
    if (open > 0)
      throw new CellsError(
        `${name} was restored from a backup, and ${String(open)} payments or refunds of the merchant from before that are not final yet.`,
      );
  }
}

async function checkGateways({ merchantId, source, target, hasSameAccounts }: Move): Promise<void> {
  const used = await sharedGatewaysOf(source.pool, merchantId);
  const simulated = new Set(["simulator", ...(await simulatedGateways(source.pool))]);
  const lost = (await simulatedGateways(source.pool)).filter((name) => used.includes(name));
  const simulatedThere = await simulatedGateways(target.pool);
  const missing = lost.filter((name) => !simulatedThere.includes(name));
  if (missing.length > 0)
    throw new CellsError(`${target.name} has no simulated gateway ${missing.join(", ")}.`);
  const vendors = used.filter((name) => !simulated.has(name));
  const there = await configuredVendors(target.pool);
  const unknown = vendors.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new CellsError(
      `The merchant has payments at ${unknown.join(", ")} in the accounts of ${source.name}'s environment, and ${target.name} has none there.`,
    );
  if (vendors.length > 0 && !hasSameAccounts)
    throw new CellsError(
      `The merchant has payments at ${vendors.join(", ")} in the accounts of ${source.name}'s environment. If ${target.name} has the same accounts there, not merely others of that vendor, add --same-accounts: their refunds and lookups go there.`,
    );
}
