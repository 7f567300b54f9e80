import type { bulk as english } from "../en/bulk";
import type { SameKeys } from "../same-keys";

export const bulk: SameKeys<typeof english> = {};
