import type { people as english } from "../en/people";
import type { SameKeys } from "../same-keys";

export const people: SameKeys<typeof english> = {};
