/** Why another export is not begun: so many of one's own, or of all people's, are under way. */
export const EXPORT_FULL = ["own_exports", "all_exports"] as const;
export type ExportFull = (typeof EXPORT_FULL)[number];
