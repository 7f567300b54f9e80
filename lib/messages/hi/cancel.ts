import type { cancel as english } from "../en/cancel";
import type { SameKeys } from "../same-keys";

export const cancel: SameKeys<typeof english> = {};
