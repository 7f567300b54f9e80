import { OPS, type OpsBody } from "@/lib/contract/ops";
import type { SERVICE_OPERATIONS } from "@/lib/contract/ops/service";
import { readServiceStatus, type WorkState } from "../../usecases/read-service-status";
import type { OpsHandlers } from "./handler";

const CAPABILITIES = {
  version: 1,
  idempotency: true,
  operations: Object.keys(OPS).filter((name) => name !== "capabilities"),
};

/** To a restricted key this is a service without the extension, which its holder's tools know how to do without (0315). */
const FOR_PAYMENTS = { ...CAPABILITIES, operations: [] };

export const serviceHandlers: OpsHandlers<keyof typeof SERVICE_OPERATIONS> = {
  capabilities: (_deps, { access }) =>
    Promise.resolve({ status: 200, body: access === "all" ? CAPABILITIES : FOR_PAYMENTS }),

  "service.status": async (deps) => {
    const { jobs, webhooks } = await readServiceStatus(deps);
    return { status: 200, body: { jobs: present(jobs), webhooks: present(webhooks) } };
  },
};

function present({ state, since }: WorkState): OpsBody<"service.status">["jobs"] {
  return { state, since: since?.toISOString() ?? null };
}
