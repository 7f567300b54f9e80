import type { payment as english } from "../en/payment";
import type { SameKeys } from "../same-keys";

export const payment: SameKeys<typeof english> = {};
