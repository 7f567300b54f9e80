import { statementText } from "@/tools/testing/statement-text";
import type { Harness } from "./harness";

/** A pool that runs `act` once, before or after the first such statement of a transaction: another process meanwhile. */
export function poolAround(
  pool: Harness["pool"],
  { when, matches }: { when: "before" | "after"; matches: RegExp },
  act: () => Promise<void>,
): Harness["pool"] {
  let isDone = false;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== "connect") return bound(target, name);
      return async () => {
        const client = await target.connect();
        return new Proxy(client, {
          get(inner, key) {
            if (key !== "query") return bound(inner, key);
            return async (...args: Parameters<typeof inner.query>) => {
              const isIt = !isDone && matches.test(statementText(args[0]));
              if (isIt) isDone = true;
              if (isIt && when === "before") await act();
              const result = (await (inner.query(...args) as unknown as Promise<unknown>)) as never;
              if (isIt && when === "after") await act();
              return result;
            };
          },
        });
      };
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name) as unknown;
  return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
}
