import type { refund as english } from "../en/refund";
import type { SameKeys } from "../same-keys";

export const refund: SameKeys<typeof english> = {};
