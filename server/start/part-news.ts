import { join } from "node:path";
import type { Clock } from "@/server/platform/clock";
import type { KeepEvent } from "@/server/platform/keep-running";
import type { Service } from "./service";

type PartName = "database" | "routing" | "dashboard";

export const TITLES: Record<PartName, string> = {
  database: "The database",
  routing: "The routing service",
  dashboard: "The dashboard",
};

export function logFileOf(folder: string, part: PartName): string {
  return join(folder, "logs", `${part === "database" ? "postgres" : part}.log`);
}

type PartNews = {
  /** What happens to a part, as lines for the terminal. */
  watch: (part: PartName) => (event: KeepEvent) => void;
  /** Tells each system which other parts are down, for its readiness endpoint. */
  notifyServices: () => void;
};

type PartNewsOptions = {
  folder: string;
  clock: Clock;
  services: () => Record<Exclude<PartName, "database">, Pick<Service, "notify"> | null>;
  /** One line for the terminal. */
  onNews: (line: string) => void;
  /** A part cannot be kept running. */
  onLost: (line: string) => void;
};

/**
 * Reports one line for each problem of a part, with the time since when it is down, one when it is back, and one per
 * minute while a start is in progress.
 */
export function createPartNews({ folder, clock, services, onNews, onLost }: PartNewsOptions): PartNews {
  const downSince = new Map<PartName, Date>();
  const notifyServices = (): void => {
    for (const [name, service] of Object.entries(services())) {
      const others = [...downSince].filter(([part]) => part !== name);
      const parts = others.map(([part, since]) => ({ part, since: since.toISOString() }));
      service?.notify({ type: "parts_down", parts });
    }
  };
  return {
    notifyServices,
    watch: (part) => (event) => {
      const log = logFileOf(folder, part);
      const now = clock.now();
      const since = downSince.get(part) ?? now;
      switch (event.kind) {
        case "starting":
          onNews(
            `${TITLES[part]} has been starting for ${event.forMinutes} min${event.step === null ? "" : `: ${event.step}`} (log: ${log}).`,
          );
          break;
        case "down":
          downSince.set(part, since);
          onNews(
            `${TITLES[part]} has been down since ${since.toISOString()}: ${event.problem.replace(/\.$/, "")}. It is started again (log: ${log}).`,
          );
          break;
        case "up":
          downSince.delete(part);
          onNews(
            `${TITLES[part]} is back at ${now.toISOString()}, after ${(now.getTime() - since.getTime()) / 1000} s.`,
          );
          break;
        case "lost":
          onLost(`${TITLES[part]} cannot be started again: ${event.problem}`);
          break;
      }
      notifyServices();
    },
  };
}
