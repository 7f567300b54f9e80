/**
 * A condition of a statement that names its row by a key: looked at on that row, and nothing to find it by. Written plainly, a
 * state that has a partial index lets the planner read that whole index instead of the key's, wherever the statistics date
 * from a time with few rows in that state; a prepared statement keeps such a plan for as long as they stand (0181).
 */
export function checkedOnRow(condition: string): string {
  return `case when ${condition} then true else false end`;
}
