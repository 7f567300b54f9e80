import type { OpsBody } from "@/lib/contract/ops";
import type { SERVICE_OPERATIONS } from "@/lib/contract/ops/service";
import { operationsOf } from "@/lib/keys/allowed-calls";
import { movesNoMoney } from "../../usecases/gateways/moves-no-money";
import { readPublicId } from "../../usecases/read-public-id";
import { readServiceStatus, type WorkState } from "../../usecases/read-service-status";
import type { OpsHandlers } from "./handler";

export const serviceHandlers: OpsHandlers<keyof typeof SERVICE_OPERATIONS> = {
  // A key for payments sees a service without the extension, which its holder's tools know how to do without (0315).
  capabilities: async (deps, { access, merchantId }) => {
    const [merchant, isTestOnly] = await Promise.all([
      readPublicId(deps, merchantId),
      movesNoMoney(deps, merchantId),
    ]);
    const operations = [...operationsOf(access)];
    return {
      status: 200,
      body: { version: 1, idempotency: true, operations, merchant_id: merchant, test_only: isTestOnly },
    };
  },

  "service.status": async (deps) => {
    const { jobs, webhooks } = await readServiceStatus(deps);
    return { status: 200, body: { jobs: present(jobs), webhooks: present(webhooks) } };
  },
};

function present({ state, since }: WorkState): OpsBody<"service.status">["jobs"] {
  return { state, since: since?.toISOString() ?? null };
}
