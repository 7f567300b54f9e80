/** Why no export was started: the limit for one person, or for all people, is reached. */
const EXPORT_FULL = ["own_exports", "all_exports"] as const;
export type ExportFull = (typeof EXPORT_FULL)[number];

/** Why nothing was exported; shown on the page of the request. */
export const EXPORT_PROBLEMS = [
  "database",
  "unavailable",
  "key_refused",
  "busy",
  "expired_search",
  "not_offered",
  "invalid",
  "forbidden",
  "file_gone",
  ...EXPORT_FULL,
] as const;
export type ExportProblem = (typeof EXPORT_PROBLEMS)[number];
