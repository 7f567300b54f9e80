import type { payments as english } from "../en/payments";
import type { SameKeys } from "../same-keys";

export const payments: SameKeys<typeof english> = {};
