import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blockOf, linesOf } from "./documented";

const hasSsh = spawnSync("ssh-keygen", ["-?"]).error === undefined;

test.skipIf(!hasSsh)(
  "a signed checksum is accepted with the key of the release, and neither another key's nor another checksum",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "paydeck-signature-"));
    const run = (line: string): boolean => spawnSync("sh", ["-ec", line], { cwd: folder }).status === 0;
    const [sign = "", verify = ""] = ["ssh-keygen -Y sign", "ssh-keygen -Y verify"].map((command) =>
      (linesOf(blockOf("docs/deployment.md", command))[0] ?? "").replace("~/.ssh/paydeck-release", "key"),
    );
    const checksum = /\S+\.sha256$/.exec(sign)?.[0] ?? "";
    try {
      for (const name of ["key", "other"])
        expect(run(`ssh-keygen -q -t ed25519 -N '' -f ${name}`)).toBe(true);
      const trust = (name: string): void =>
        writeFileSync(
          join(folder, "signers"),
          `release@example.com ${readFileSync(join(folder, `${name}.pub`), "utf8")}`,
        );
      writeFileSync(join(folder, checksum), "00ff  paydeck.tar.gz\n");
      trust("key");
      expect([run(sign), run(verify)]).toEqual([true, true]);
      trust("other");
      expect(run(verify)).toBe(false);
      trust("key");
      writeFileSync(join(folder, checksum), "11ff  paydeck.tar.gz\n");
      expect(run(verify)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
