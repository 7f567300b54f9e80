import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

test.each(["routing", "dashboard", "keep", "doctor", "backups"])(
  "the program %s as it is built reads its secrets from files",
  (program) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(projectRoot(), "dist", `${program}.js`), "service"],
      {
        env: { ...process.env, SMTP_URL_FILE: "/missing/smtp" },
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("SMTP_URL_FILE names /missing/smtp, which cannot be read (ENOENT).\n");
    expect(status).toBe(1);
  },
);
