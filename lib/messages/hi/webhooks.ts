import type { webhooks as english } from "../en/webhooks";
import type { SameKeys } from "../same-keys";

export const webhooks: SameKeys<typeof english> = {};
