import type { OpsArguments, OpsName, OpsResult } from "../contract/ops";

type Subjects = {
  readonly [N in OpsName]?: (asked: OpsArguments<N>, told: OpsResult<N>) => boolean;
};

/** Answers from which money is reckoned, and that name what they speak of. */
const SUBJECTS: Subjects = {
  "payments.get": (asked, told) => told.payment.transaction_id === asked.transaction_id,
  "refunds.balance": (asked, told) => told.transaction_id === asked.transaction_id,
  "refunds.search": (asked, told) =>
    told.refunds.every((refund) => isAskedFor(asked.transaction_id, refund.transaction_id)),
};

/** Whether an answer is about what was asked: a mixed-up one must not be reckoned with. */
export function speaksOf<N extends OpsName>(name: N, asked: OpsArguments<N>, told: OpsResult<N>): boolean {
  return SUBJECTS[name]?.(asked, told) ?? true;
}

function isAskedFor(asked: string | null | undefined, told: string): boolean {
  return asked === null || asked === undefined || asked === told;
}
