import type { gateways as english } from "../en/gateways";
import type { SameKeys } from "../same-keys";

export const gateways: SameKeys<typeof english> = {};
