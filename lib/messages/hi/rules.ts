import type { rules as english } from "../en/rules";
import type { SameKeys } from "../same-keys";

export const rules: SameKeys<typeof english> = {};
