import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts, root, startProgram } from "./stack.mjs";

const NEXT = "node_modules/next/dist/bin/next";
const FOLDER = join(root, "tools/bench/bare-page");

/** The baseline of a first visit: a page with one button, built and served by the same Next. */
export async function startBarePage() {
  await promisify(execFile)(process.execPath, [join(root, NEXT), "build", FOLDER], {
    cwd: FOLDER,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  const [port] = await freePorts(1);
  const program = await startProgram(
    NEXT,
    ["start", FOLDER, "--port", String(port), "--hostname", "127.0.0.1"],
    "Ready",
    {
      NODE_ENV: "production",
    },
  );
  return { url: `http://127.0.0.1:${port}/`, stop: () => program.stop() };
}
