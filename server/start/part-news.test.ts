import { expect, test } from "vitest";
import { createPartNews } from "./part-news";

test("a problem that is a sentence of its own ends with one full stop", () => {
  const news: string[] = [];
  const { watch } = createPartNews({
    folder: "/data",
    clock: { now: () => new Date("2026-11-29T17:20:18.842Z") },
    services: () => ({ routing: null, dashboard: null }),
    onNews: (line) => news.push(line),
    onLost: () => undefined,
  });
  for (const problem of ["The database does not answer (ECONNREFUSED).", "it was killed (SIGKILL)"])
    watch("routing")({ kind: "down", problem });
  const since = "The routing service has been down since 2026-11-29T17:20:18.842Z";
  const again = "It is started again (log: /data/logs/routing.log).";
  expect(news).toEqual([
    `${since}: The database does not answer (ECONNREFUSED). ${again}`,
    `${since}: it was killed (SIGKILL). ${again}`,
  ]);
});
