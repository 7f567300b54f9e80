import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { choose, eventually, MerchantCode } from "../testing/merchant-code";
import { startTestService, TEST_SALT_KEY, type TestService } from "../testing/service";

/** Runs the commands of docs/sandbox.md as a reader would copy them, in a folder with the sandbox's secrets. */
const KEY = "test_key_of_the_tutorial";
const SALT = "test_salt_of_the_tutorial";
const TOOLS = ["curl", "sha256sum"];
const missing = TOOLS.filter(
  (tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).error !== undefined,
);

let service: TestService;
let folder: string;
let blocks: string[];

beforeAll(async () => {
  service = await startTestService({ SANDBOX_API_KEY: KEY, SANDBOX_API_SALT: SALT });
  folder = await mkdtemp(join(tmpdir(), "paydeck-tutorial-"));
  await mkdir(join(folder, ".data"));
  const secrets = { sandboxApiKey: KEY, sandboxApiSalt: SALT };
  await writeFile(join(folder, ".data/secrets.json"), JSON.stringify(secrets));
  const page = await readFile(join(projectRoot(), "docs/sandbox.md"), "utf8");
  blocks = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block ?? "");
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

function shell(script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    ROUTING_DATABASE_URL: service.database.url,
    ROUTING_SALT_KEY: TEST_SALT_KEY,
  };
  return new Promise((resolve) => {
    execFile("sh", ["-ec", script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

const withoutTools = missing.length > 0 ? ` (skipped: there is no ${missing.join(", ")} here)` : "";
test.skipIf(missing.length > 0)(
  `the tutorial's commands create a payment that can be paid${withoutTools}`,
  async () => {
    const create = blocks.find((block) => block.includes("initiate_payment")) ?? "";
    expect(create).toContain("http://127.0.0.1:4000/");
    const { stdout, stderr } = await shell(create.replace("http://127.0.0.1:4000", service.baseUrl));
    expect(stderr).toBe("");
    const { payment_link: link } = JSON.parse(stdout) as { payment_link: string };
    await choose(link, "success");
    const [payment] = await eventually(
      () => new MerchantCode(service.baseUrl, KEY, SALT).records("ORDER-1"),
      ([newest]) => newest?.transaction_status === "SUCCESS",
    );
    expect(payment).toMatchObject({ transaction_amount: "500.00" });
  },
);

test("each of the tutorial's merchant commands does what it says", async () => {
  const lines = (blocks.find((block) => block.includes("npm run merchant")) ?? "").trim().split("\n");
  expect(lines.length).toBeGreaterThan(4);
  let key = "";
  for (const line of lines) {
    const command = line
      .replace(/npm run merchant --/, `"${process.execPath}" "${join(projectRoot(), "dist/merchant.js")}"`)
      .replace("key_…", key);
    const { code, stdout, stderr } = await shell(command);
    expect({ line, code, stderr: code === 0 ? "" : stderr }).toEqual({ line, code: 0, stderr: "" });
    const printed = JSON.parse(stdout) as { key?: string };
    // The first key: the one that replaced it is the only one that goes on.
    if (key === "") key = printed.key ?? "";
  }
  expect(key).not.toBe("");
});
