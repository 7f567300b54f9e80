import { en } from "./en";
import { hi } from "./hi";
import type { Locale } from "./locale";
import type { SameKeys } from "./same-keys";

export type Catalogue = SameKeys<typeof en>;
/** A part of the catalogue: the messages of one screen. */
export type MessageArea = keyof Catalogue;

export const CATALOGUES: Record<Locale, Catalogue> = { en, hi };
