import { statementText } from "@/tools/testing/statement-text";
import type { Harness } from "./harness";

/** A pool that fails for good after that many refund responses were to be stored: a killed process. */
export function dieAfter({ pool }: Harness, responses: number): Harness["pool"] {
  return dieBefore(pool, responses, (sql) => /refund_id = \$8/.test(sql));
}

/** A pool that fails for good before the nth statement of those that count. */
export function dieBefore(
  pool: Harness["pool"],
  nth: number,
  counts: (sql: string) => boolean = () => true,
): Harness["pool"] {
  let left = nth;
  const guard = (sql: unknown): void => {
    if (counts(statementText(sql))) left -= 1;
    if (left <= 0) throw new Error("killed");
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === "query") {
        return async (...args: Parameters<typeof target.query>) => {
          guard(args[0]);
          return (await (target.query(...args) as unknown as Promise<unknown>)) as never;
        };
      }
      if (name !== "connect") return Reflect.get(target, name) as unknown;
      return async () => {
        if (left <= 0) throw new Error("killed");
        const client = await target.connect();
        return new Proxy(client, {
          get(inner, key) {
            if (key !== "query") {
              const value = Reflect.get(inner, key) as unknown;
              return typeof value === "function"
                ? (value as (...args: unknown[]) => unknown).bind(inner)
                : value;
            }
            return async (...args: Parameters<typeof inner.query>) => {
              if (args[0] !== "rollback") guard(args[0]);
              return (await (inner.query(...args) as unknown as Promise<unknown>)) as never;
            };
          },
        });
      };
    },
  });
}
