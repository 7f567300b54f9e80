import type { createPayment as english } from "../en/create-payment";
import type { SameKeys } from "../same-keys";

export const createPayment: SameKeys<typeof english> = {};
