import type { OpsBody, OpsInput, OpsName } from "@/lib/contract/ops";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { Deps } from "../../usecases/deps";
import type { FieldFault } from "../response";

/** The sender of a request of the ops extension, authenticated by the signature. */
export type OpsCaller = {
  merchantId: number;
  apiKey: string;
  /** The short, public id of the key. */
  keyId: string;
  access: KeyAccess;
};

export type OpsRefusal = {
  status: 400 | 404 | 409 | 422;
  body: { detail: string; faults?: readonly FieldFault[] };
};
export type OpsResponse<N extends OpsName> = { status: 200; body: OpsBody<N> } | OpsRefusal;

/** One operation: it gets validated input, runs one use case and returns the wire format. */
export type OpsHandler<N extends OpsName> = (
  deps: Deps,
  caller: OpsCaller,
  input: OpsInput<N>,
) => Promise<OpsResponse<N>>;

/** The handlers of one area of the ops extension. */
export type OpsHandlers<N extends OpsName> = { [K in N]: OpsHandler<K> };

/** A refusal in one sentence. */
export function refuseOps(status: OpsRefusal["status"], detail: string): OpsRefusal {
  return { status, body: { detail } };
}

/** A refusal with all field errors by name, and one sentence for people. */
export function refuseOpsFields(faults: readonly FieldFault[]): OpsRefusal {
  const detail = faults.map(({ field, text }) => `${field}: ${text}`).join(" ");
  return { status: 400, body: { detail, faults } };
}
