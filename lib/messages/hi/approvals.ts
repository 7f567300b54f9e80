import type { approvals as english } from "../en/approvals";
import type { SameKeys } from "../same-keys";

export const approvals: SameKeys<typeof english> = {};
