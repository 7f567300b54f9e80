import { commandsHere } from "@/server/platform/commands-here";
import { NONE_VISITED } from "./domain/reconciliation/run";
import type { ReconcileArguments } from "./reconcile-arguments";
import { exitCodeOf, findingJson, findingOf, reportText, summaryJson, Tally } from "./reconcile-report";
import { findMerchantByName, listMerchantIds } from "./store/keys/merchants";
import type { Deps } from "./usecases/deps";
import { dryRun, runCommand } from "./usecases/reconcile/run-command";

/** Compares with the gateways, writes the report, and returns the exit code. Throws a sentence when there is no such merchant. */
export async function reconcileAndReport(
  deps: Deps,
  { day, merchant, isJson, isDryRun }: ReconcileArguments,
  write: (text: string) => void,
): Promise<number> {
  const merchantId = merchant === null ? null : await findMerchantByName(deps.pool, merchant);
  if (merchant !== null && merchantId === null) {
    throw new Error(
      commandsHere(
        `--merchant: there is none named "${merchant}". npm run merchant -- list shows the ones there are.`,
      ),
    );
  }
  const tally = new Tally();
  const compared = { ...NONE_VISITED };
  const carryOut = isDryRun ? dryRun : runCommand;
  for (const each of merchantId === null ? await listMerchantIds(deps.pool) : [merchantId]) {
    const visited = await carryOut(deps, { merchantId: each, days: { from: day, until: day } }, (news) => {
      const finding = findingOf(news, { merchantId: each, isDryRun });
      tally.add(finding);
      if (isJson) write(`${findingJson(finding)}\n`);
    });
    compared.payment += visited.payment;
    compared.refund += visited.refund;
    compared.reversal += visited.reversal;
    compared.finding += visited.finding;
    compared.earlier += visited.earlier;
  }
  write(isJson ? `${summaryJson(day, compared, tally.totals)}\n` : reportText(day, compared, tally));
  return exitCodeOf(tally.totals);
}
