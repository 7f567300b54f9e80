import type { signIn as english } from "../en/sign-in";
import type { SameKeys } from "../same-keys";

export const signIn: SameKeys<typeof english> = {};
