/** Why another export is not begun: so many of one's own, or of all people's, are under way. */
const EXPORT_FULL = ["own_exports", "all_exports"] as const;
export type ExportFull = (typeof EXPORT_FULL)[number];

/** Why nothing was exported; the page that it was asked on says it in words. */
export const EXPORT_PROBLEMS = [
  "database",
  "unavailable",
  "key_refused",
  "busy",
  "expired_search",
  "not_offered",
  "invalid",
  "forbidden",
  ...EXPORT_FULL,
] as const;
export type ExportProblem = (typeof EXPORT_PROBLEMS)[number];
