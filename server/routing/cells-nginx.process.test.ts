import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nginxRoutes } from "./cells-nginx";
import { isNginxInstalled, prepareNginx, WITHOUT_NGINX } from "@/server/checks/nginx";
import { freePort } from "./testing/service";

const table = (keys: string[]): string =>
  nginxRoutes({
    cells: ["a", "b"],
    keys: new Map(keys.map((key) => [key, "b"])),
    merchants: new Map([["1", "a"]]),
    tags: new Map([["t", "b"]]),
  });

/** A server that answers with the cell that the proxy chose, instead of a cell. */
const ECHO = "default_type text/plain; return 200 $paydeck_cell_of_key;";

test.skipIf(!isNginxInstalled)(
  `nginx reads every key that a merchant can have, and tells it from others${WITHOUT_NGINX}`,
  async () => {
    const keys = ["~tilde", "\\back\\slash", 'quo"te', "default", "include", "a;b{c}d$e", "x".repeat(200)];
    const port = await freePort();
    const nginx = await prepareNginx(port, { a: 1, b: 2 });
    await writeFile(nginx.routesFile, table(keys));
    const site = `include ${nginx.routesFile};\nserver { listen 127.0.0.1:${String(port)}; location / { ${ECHO} } }`;
    await writeFile(join(nginx.folder, "site.conf"), site);
    await nginx.start();
    try {
      const cellOf = async (key: string): Promise<string> =>
        (await fetch(`http://127.0.0.1:${String(port)}/`, { headers: { "x-api-key": key } })).text();
      expect(await Promise.all(keys.map(cellOf))).toEqual(keys.map(() => "b"));
      expect(await Promise.all(["tilde", "x".repeat(199), "backslash", ""].map(cellOf))).toEqual([
        "a",
        "a",
        "a",
        "a",
      ]);
    } finally {
      await nginx.stop();
    }
  },
);

test.skipIf(!isNginxInstalled)(
  `nginx accepts the file of deploy/cells with a table of a hundred thousand keys${WITHOUT_NGINX}`,
  async () => {
    const nginx = await prepareNginx(await freePort(), { a: 1, b: 2 });
    await writeFile(nginx.routesFile, table(Array.from({ length: 100_000 }, (_, i) => `key_${String(i)}`)));
    const tested = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        "nginx",
        ["-t", "-p", nginx.folder, "-c", join(nginx.folder, "nginx.conf")],
        (error, out, problems) => resolve({ code: error?.code ?? 0, output: out + problems }),
      );
    });
    expect(tested.output).not.toMatch(/emerg|warn/);
    expect(tested.code).toBe(0);
    await nginx.stop();
  },
  30_000,
);
