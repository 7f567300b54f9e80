import type { stuck as english } from "../en/stuck";
import type { SameKeys } from "../same-keys";

export const stuck: SameKeys<typeof english> = {};
