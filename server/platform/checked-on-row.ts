/**
 * Wraps a condition of a statement that finds its row by a key, so that it is only checked on that row and never used
 * to find it. Written plainly, a status with a partial index lets the planner read that whole index instead of the
 * key's, when the statistics are from a time with few rows of that status; a prepared statement keeps such a plan until
 * new statistics (0181).
 */
export function checkedOnRow(condition: string): string {
  return `case when ${condition} then true else false end`;
}
