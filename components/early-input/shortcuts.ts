/** Reports that the shortcuts of the page listen. */
export const SHORTCUTS_EVENT = "paydeck:shortcuts";
/** The id of the search field, which `/` focuses. */
export const SEARCH_FIELD_ID = "merchant-reference";
/** Of localStorage: single keys are off while it is set. */
export const KEYS_OFF_ITEM = "paydeck.single-keys-off";
