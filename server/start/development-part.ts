import type { PartsMessage } from "@/server/platform/parts";
import type { Service } from "./service";

/** One system in development: the program of the newest build, started again at each change. */
export type DevelopmentPart = {
  /** Its address, once one of its programs is ready: the first may have a mistake that a later one repairs. */
  url: Promise<string>;
  restart(): void;
  notify(message: PartsMessage): void;
  stop(): Promise<void>;
  kill(): void;
};

type DevelopmentPartOptions = {
  /** The name as people read it: "The dashboard". */
  title: string;
  launch: () => Service;
  /** Each time when a program is ready. */
  onReady: (url: string) => void;
  /** One line for the terminal. */
  onNews: (line: string) => void;
};

export function createDevelopmentPart({
  title,
  launch,
  onReady,
  onNews,
}: DevelopmentPartOptions): DevelopmentPart {
  let service: Service | null = null;
  let isStopping = false;
  /** A change that the running program does not have yet. */
  let isStale = true;
  let resolveUrl: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => {
    resolveUrl = resolve;
  });

  /** Changes during a restart lead to one more, however many they are. */
  const catchUp = async (): Promise<void> => {
    while (isStale && !isStopping) {
      isStale = false;
      const before = service;
      const startedAt = performance.now();
      await before?.stop();
      if (isStopping) return;
      service = launch();
      try {
        const readyAt = await service.url;
        resolveUrl(readyAt);
        onReady(readyAt);
        if (before !== null) onNews(`${title} is restarted (${secondsSince(startedAt)} s).`);
      } catch (error) {
        // A stop ends a start, too, and its cause is known.
        if (isStale || isStopping) continue;
        onNews(
          `${error instanceof Error ? error.message : String(error)}\nIt is started again at the next change.`,
        );
      }
    }
  };
  let catchingUp = catchUp();

  return {
    url,
    restart() {
      isStale = true;
      // A start that waits for something is not waited for.
      void service?.stop();
      catchingUp = catchingUp.then(catchUp);
    },
    notify: (message) => service?.notify(message),
    async stop() {
      isStopping = true;
      await service?.stop();
      await catchingUp;
    },
    kill: () => service?.kill(),
  };
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}
