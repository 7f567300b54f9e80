import type { FeeListView, GATEWAY_FEE_OPERATIONS, WireFee } from "@/lib/contract/ops/gateway-fees";
import { formatPaise, parseAmount } from "@/lib/money";
import { formatPercent, parsePercent } from "@/lib/percent";
import type { Fee, FeeList } from "../../domain/gateways/fee";
import { keyInShort } from "../../domain/keys/api-key";
import { listGatewayFees } from "../../usecases/gateways/list-fees";
import { saveGatewayFees } from "../../usecases/gateways/save-fees";
import { type OpsHandlers, refuseOps } from "./handler";

export const gatewayFeeHandlers: OpsHandlers<keyof typeof GATEWAY_FEE_OPERATIONS> = {
  "gateways.fees": async (deps, { merchantId }) => ({
    status: 200,
    body: { gateways: (await listGatewayFees(deps, merchantId)).map(presentList) },
  }),

  "gateways.save_fees": async (deps, caller, { gateway, revision, fees, changed_by: by }) => {
    const author = by ?? keyInShort(caller.apiKey);
    const change = { gateway, revision, fees: fees.map(readFee), author };
    const saved = await saveGatewayFees(deps, caller.merchantId, change);
    if (saved.ok) return { status: 200, body: presentList(saved.value) };
    switch (saved.error.kind) {
      case "gateway_not_found":
        return refuseOps(404, `The service has no gateway named "${gateway}".`);
      case "changed_meanwhile":
        return refuseOps(
          409,
          saved.error.by === null
            ? `No fees of "${gateway}" are saved. Read them again.`
            : `The fees of "${gateway}" were changed meanwhile by ${saved.error.by}. Read them again.`,
        );
    }
  },
};

/** Its fields are validated: a text that does not parse is a fault of ours. */
function readFee({ currency, payment_method: method, percent, fixed }: WireFee): Fee {
  const amount = parseAmount(fixed);
  const rateMillionths = parsePercent(percent);
  if (!amount.ok || rateMillionths === null) throw new Error("a fee was not validated");
  return { currency, method, fixedPaise: amount.value, rateMillionths };
}

function presentList({ gateway, revision, fees, changed }: FeeList): FeeListView {
  return {
    gateway,
    revision,
    fees: fees.map(({ currency, method, fixedPaise, rateMillionths }) => ({
      currency,
      payment_method: method,
      percent: formatPercent(rateMillionths),
      fixed: formatPaise(fixedPaise),
    })),
    changed_at: changed?.at.toISOString() ?? null,
    changed_by: changed?.by ?? null,
  };
}
