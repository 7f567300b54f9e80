/** The child processes of `npm start`. */
export const PARTS = ["database", "routing", "dashboard", "worker"] as const;
export type Part = (typeof PARTS)[number];

export const TITLES: Record<Part, string> = {
  database: "the database",
  routing: "the routing service",
  dashboard: "the dashboard",
  worker: "the worker",
};
