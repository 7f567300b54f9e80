import type { Deps } from "../../usecases/deps";
import type { Answer } from "../answer";
import type { JsonObject } from "../json-body";

/** A request of the ops extension whose sender is proven. */
export type OpsRequest = { merchantId: number; body: JsonObject };
export type OpsHandler = (deps: Deps, request: OpsRequest) => Promise<Answer>;

/** A refusal of the ops extension: what is wrong, in one sentence that names the field. */
export function refuseOps(status: number, message: string): Answer {
  return { status, body: { detail: message } };
}
