import type { Proof } from "./proof";
import { input } from "./input/input";
import { cost } from "./cost/cost";
import { crash } from "./crash/crash";
import { model } from "./model/model-proof";
import { races } from "./races/races";
import { rolling } from "./rolling/rolling";
import { slow } from "./slow/slow";
import { uptime } from "./uptime/uptime";
import { wire } from "./wire/wire";

/** Every proof, in the order in which they run. */
export const PROOFS: readonly Proof[] = [races, model, wire, crash, slow, uptime, rolling, input, cost];
