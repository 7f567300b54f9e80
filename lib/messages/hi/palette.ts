import type { palette as english } from "../en/palette";
import type { SameKeys } from "../same-keys";

export const palette: SameKeys<typeof english> = {};
