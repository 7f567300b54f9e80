/**
 * The days of a rule's weekly windows. In a separate file from their schema, so that the browser does not load the
 * parser.
 */
export const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type Weekday = (typeof WEEKDAYS)[number];
