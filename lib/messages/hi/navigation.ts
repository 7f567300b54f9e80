import type { navigation as english } from "../en/navigation";
import type { SameKeys } from "../same-keys";

export const navigation: SameKeys<typeof english> = {};
