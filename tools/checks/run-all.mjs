import { spawnSync } from "node:child_process";
import { ensureChromium } from "./chromium.mjs";
import { root } from "./programs.mjs";

/**
 * `npm run test:all`: `npm test` and everything that is too long for it, one after another, for hours. Goes on after a
 * failure, and ends with what each command came to.
 */
const COMMANDS = [
  { name: "npm test", args: ["npm", "test"] },
  {
    name: "pages and gallery in Hindi",
    args: ["npx", "playwright", "test", "e2e/gallery.spec.ts", "e2e/accessibility.spec.ts"],
    env: { PAYDECK_LOOK_LANGUAGE: "hi", PAYDECK_GALLERY_DEVELOPMENT: "1" },
  },
  { name: "costs of texts", args: ["npx", "vitest", "run", "--project=costs"] },
  { name: "proofs, long", args: ["npm", "run", "prove", "--", "--long", "--minutes", "10"] },
  { name: "protections", args: ["npm", "run", "prove:protections"] },
  { name: "mutation", args: ["npm", "run", "mutate"] },
  {
    name: "growth",
    args: ["npm", "run", "bench", "--", "--only", "growth", "--sizes", "10000,100000"],
  },
];

const { path = "" } = ensureChromium();
const outcomes = COMMANDS.map(({ name, args: [program, ...rest], env }) => {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(program, rest, {
    cwd: root,
    env: { ...process.env, CHROMIUM_PATH: path, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return { name, isPassed: status === 0, minutes };
});

console.log();
for (const { name, isPassed, minutes } of outcomes)
  console.log(`${name.padEnd(28)} ${isPassed ? "ok" : "FAILED"} (${minutes} min)`);
process.exit(outcomes.every(({ isPassed }) => isPassed) ? 0 : 1);
