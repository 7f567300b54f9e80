/** The days of a rule's weekly windows. Apart from their schema, so that the browser gets the words without the parser. */
export const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type Weekday = (typeof WEEKDAYS)[number];
