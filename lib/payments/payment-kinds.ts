import type { CardScheme } from "../contract/statuses";

/** What payments of a period have, to choose from; none of what no payment has. */
export type PaymentKinds = { currencies: string[]; schemes: CardScheme[]; banks: string[] };
