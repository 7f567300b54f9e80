import type { OpsArguments, OpsName, OpsResult } from "../contract/ops";

type Subjects = {
  readonly [N in OpsName]?: (requested: OpsArguments<N>, result: OpsResult<N>) => boolean;
};

/** Responses that amounts are computed from, and that name their subject. */
const SUBJECTS: Subjects = {
  "payments.get": (requested, result) => result.payment.transaction_id === requested.transaction_id,
  "refunds.balance": (requested, result) => result.transaction_id === requested.transaction_id,
  "refunds.search": (requested, result) =>
    result.refunds.every((refund) => isRequested(requested.transaction_id, refund.transaction_id)),
};

/** Whether a response is about the request: amounts must not be computed from a mixed-up one. */
export function speaksOf<N extends OpsName>(
  name: N,
  requested: OpsArguments<N>,
  result: OpsResult<N>,
): boolean {
  return SUBJECTS[name]?.(requested, result) ?? true;
}

function isRequested(requested: string | null | undefined, result: string): boolean {
  return requested === null || requested === undefined || requested === result;
}
