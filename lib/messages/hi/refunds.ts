import type { refunds as english } from "../en/refunds";
import type { SameKeys } from "../same-keys";

export const refunds: SameKeys<typeof english> = {};
