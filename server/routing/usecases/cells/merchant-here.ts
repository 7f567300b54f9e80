import { sqlState } from "@/server/platform/pool";
import { MERCHANT_MOVING, MerchantMovingError } from "../../domain/merchant-moving";
import { findMoveStage, type MoveStage } from "../../store/cells/move-stage";
import type { Deps } from "../deps";

/** The refusal of the program or of the database because a merchant moves to another cell (decision 0334). */
export function isMerchantMoving(error: unknown): boolean {
  return sqlState(error) === MERCHANT_MOVING;
}

/** Throws a {@link MerchantMovingError} while the merchant moves, and afterwards. */
export async function requireHere(deps: Pick<Deps, "reads">, merchantId: number): Promise<void> {
  if ((await moveStage(deps, merchantId)) !== null) throw movingError(merchantId);
}

/**
 * For what a vendor reports at the address of the environment's account: false when the merchant has moved, because a vendor
 * that is never told "received" stops reporting to this cell, whose other merchants need it. While the merchant moves, its job is
 * added and handed over with the others.
 */
export async function hasNotMoved(deps: Pick<Deps, "reads">, merchantId: number): Promise<boolean> {
  return (await moveStage(deps, merchantId)) !== "moved";
}

function moveStage({ reads }: Pick<Deps, "reads">, merchantId: number): Promise<MoveStage | null> {
  return reads.share(`move stage ${merchantId}`, () => findMoveStage(reads, merchantId));
}

export function movingError(merchantId: number): MerchantMovingError {
  return new MerchantMovingError(`merchant ${String(merchantId)} is being moved to another cell`);
}
