import type { audit as english } from "../en/audit";
import type { SameKeys } from "../same-keys";

export const audit: SameKeys<typeof english> = {};
