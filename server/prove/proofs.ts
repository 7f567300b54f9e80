import type { Proof } from "./proof";
import { crash } from "./crash/crash";
import { races } from "./races/races";

/** Every proof, in the order in which they run. */
export const PROOFS: readonly Proof[] = [races, crash];
