import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { E2E, stackFolder } from "../server/checks/e2e-stack";

type Report = { problems: number; checks: { check: string; level: string; found: string }[] };

test("npm run doctor finds no problem in a running installation", () => {
  const doctor = spawnSync(process.execPath, ["dist/doctor.js", "--json"], {
    env: {
      ...process.env,
      DATA_DIR: stackFolder(),
      PORT: String(E2E.dashboardPort),
      ROUTING_PORT: String(E2E.routingPort),
    },
    encoding: "utf8",
  });
  const { checks } = JSON.parse(doctor.stdout) as Report;
  // The machine of the tests may have a full disk, and no backups were made; tests may have left a job that gave up.
  const isOfTheMachine = ({ check }: { check: string }): boolean => /^(disk|backups|jobs)/.test(check);
  expect(checks.filter((one) => one.level !== "ok" && !isOfTheMachine(one))).toEqual([]);
  expect(checks.find(({ check }) => check === "dashboard reaches the service")?.found).toContain(
    "accepts its key and signature",
  );
  expect(doctor.stdout).not.toContain(E2E.apiSalt);
  expect(doctor.stdout).not.toContain(E2E.password);
});
