import type { OpsArguments, OpsName, OpsResult } from "../contract/ops";

type Subjects = {
  readonly [N in OpsName]?: (asked: OpsArguments<N>, told: OpsResult<N>) => boolean;
};

/** Responses that amounts are computed from, and that name their subject. */
const SUBJECTS: Subjects = {
  "payments.get": (asked, told) => told.payment.transaction_id === asked.transaction_id,
  "refunds.balance": (asked, told) => told.transaction_id === asked.transaction_id,
  "refunds.search": (asked, told) =>
    told.refunds.every((refund) => isAskedFor(asked.transaction_id, refund.transaction_id)),
};

/** Whether a response is about the request: amounts must not be computed from a mixed-up one. */
export function speaksOf<N extends OpsName>(name: N, asked: OpsArguments<N>, told: OpsResult<N>): boolean {
  return SUBJECTS[name]?.(asked, told) ?? true;
}

function isAskedFor(asked: string | null | undefined, told: string): boolean {
  return asked === null || asked === undefined || asked === told;
}
