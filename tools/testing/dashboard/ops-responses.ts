import { OPS, type OpsName } from "@/lib/contract/ops";
import type { Harness } from "./harness";
import type { ServiceCall } from "./scripted-ledger";

/** The next response of an operation of the ops extension. */
export function respondToOps({ service }: Harness, operation: OpsName, status: number, body: unknown): void {
  service.next(OPS[operation].path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}

/** The calls of an operation so far. */
export function opsCalls({ service }: Harness, operation: OpsName): ServiceCall[] {
  return service.calls.filter(({ path }) => path === OPS[operation].path);
}
