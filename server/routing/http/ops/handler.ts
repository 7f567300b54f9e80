import type { OpsBody, OpsInput, OpsName } from "@/lib/contract/ops";
import type { Deps } from "../../usecases/deps";
import type { FieldFault } from "../answer";

/** Who sent a request of the extension: proven by the signature. */
export type OpsCaller = { merchantId: number; apiKey: string };

export type OpsRefusal = {
  status: 400 | 404 | 409 | 422;
  body: { detail: string; faults?: readonly FieldFault[] };
};
export type OpsAnswer<N extends OpsName> = { status: 200; body: OpsBody<N> } | OpsRefusal;

/** One operation: checked input in, one use case, wire out. */
export type OpsHandler<N extends OpsName> = (
  deps: Deps,
  caller: OpsCaller,
  input: OpsInput<N>,
) => Promise<OpsAnswer<N>>;

/** The handlers of an area of the extension. */
export type OpsHandlers<N extends OpsName> = { [K in N]: OpsHandler<K> };

/** A refusal in one sentence. */
export function refuseOps(status: OpsRefusal["status"], detail: string): OpsRefusal {
  return { status, body: { detail } };
}

/** A refusal of fields: all of them by name, and one sentence for people. */
export function refuseOpsFields(faults: readonly FieldFault[]): OpsRefusal {
  const detail = faults.map(({ field, text }) => `${field}: ${text}`).join(" ");
  return { status: 400, body: { detail, faults } };
}
