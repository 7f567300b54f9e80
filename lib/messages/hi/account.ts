import type { account as english } from "../en/account";
import type { SameKeys } from "../same-keys";

export const account: SameKeys<typeof english> = {};
