import type { overview as english } from "../en/overview";
import type { SameKeys } from "../same-keys";

export const overview: SameKeys<typeof english> = {};
