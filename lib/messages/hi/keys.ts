import type { keys as english } from "../en/keys";
import type { SameKeys } from "../same-keys";

export const keys: SameKeys<typeof english> = {};
