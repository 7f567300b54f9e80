import { commandsHere } from "@/server/platform/commands-here";
import { join } from "node:path";
import { paths } from "@/lib/paths";
import { StartupError } from "@/server/platform/lifecycle";
import { projectRoot } from "@/server/platform/root";
import { dashboardEnv, routingEnv } from "./child-env";
import { createDatabases } from "./databases";
import { createDevelopmentPart, type DevelopmentPart } from "./development-part";
import { createLogExcerpt } from "./log-excerpt";
import { createPartNews, logFileOf, TITLES } from "./part-news";
import { startService } from "./service";
import type { CreateStack, Stack } from "./stack";

type System = "routing" | "dashboard";

/** The programs of the newest build, and word of each later one. */
export type Builds = {
  /** Where the programs are, below the checkout. */
  folder: string;
  /** Tells which programs came out differently: `dev` is this one, which only a new start replaces. */
  onChange: (listener: (changed: ReadonlySet<System | "dev">) => void) => void;
};

/**
 * The stack of `npm run dev`: the same parts as `npm start`, with pages of the sources. The databases run on while the systems
 * are started again, each when its program has changed.
 */
export function createDevelopmentStack(builds: Builds): CreateStack {
  return (env, secrets, { clock, onNews }) => {
    const parts: Record<System, DevelopmentPart | null> = { routing: null, dashboard: null };
    let isStopping = false;
    const { watch, notifyServices } = createPartNews({
      folder: env.folder,
      clock,
      services: () => parts,
      onNews,
      // A person is at the terminal, and the next change may repair it.
      onLost: (line) => onNews(`${line}\nIt is started again at the next change.`),
    });
    const databases = createDatabases(env, secrets, { onNews, onEvent: watch("database") });

    const createPart = (system: System, childEnv: NodeJS.ProcessEnv): DevelopmentPart =>
      createDevelopmentPart({
        title: TITLES[system],
        onNews,
        onReady: system === "dashboard" ? openFirstPage : () => undefined,
        launch: () =>
          startService({
            name: TITLES[system],
            program: join(projectRoot(), builds.folder, `${system}.js`),
            args: system === "dashboard" ? ["development"] : [],
            env: childEnv,
            logFile: logFileOf(env.folder, system),
            onOutput: createLogExcerpt(system, onNews),
            onEvent: watch(system),
          }),
      });

    const startAll = async (): Promise<Stack> => {
      const urls = await databases.start();
      if (isStopping) throw new StartupError("Stopped while it started.");
      if (urls.routing !== null) {
        parts.routing = createPart("routing", routingEnv(env, secrets, urls.routing));
      }
      parts.dashboard = createPart("dashboard", {
        ...dashboardEnv(env, secrets, urls.dashboard),
        NODE_ENV: "development",
      });
      builds.onChange((changed) => {
        if (isStopping) return;
        if (changed.has("dev")) {
          onNews(
            commandsHere("The code of npm run dev itself has changed: stop it and start it again to use it."),
          );
        }
        if (changed.has("routing")) parts.routing?.restart();
        if (changed.has("dashboard")) parts.dashboard?.restart();
      });
      const [, dashboardUrl] = await Promise.all([parts.routing?.url, parts.dashboard.url]);
      notifyServices();
      return { dashboardUrl, routingDatabaseUrl: urls.routing, dashboardDatabaseUrl: urls.dashboard };
    };

    return {
      start: startAll,
      async stop() {
        isStopping = true;
        await Promise.all([parts.dashboard?.stop(), parts.routing?.stop()]);
        await databases.stop();
      },
      kill() {
        parts.dashboard?.kill();
        parts.routing?.kill();
        databases.kill();
      },
    };
  };
}

/** Nobody has to wait for the first page, and Next accepts the browsers' connections for reloads once it has had a request. */
function openFirstPage(dashboardUrl: string): void {
  fetch(dashboardUrl + paths.login()).catch(() => undefined);
}
