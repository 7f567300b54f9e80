import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

const EXTENSIONS = ["tsx", "ts"];

/** @type {(phase: string) => import("next").NextConfig} */
export default (phase) => ({
  // A page named page.dev.tsx exists only in `next dev`: a build contains nothing of it.
  pageExtensions: phase === PHASE_DEVELOPMENT_SERVER ? ["dev.tsx", ...EXTENSIONS] : EXTENSIONS,
  reactStrictMode: true,
  poweredByHeader: false,
  // Of the sources (server/setup/prepare.mjs), so that two builds of them are the same; null: a random one.
  generateBuildId: () => process.env.PAYDECK_BUILD_ID ?? null,
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // The title is in the first bytes for every client: streamed later, a page has none for a moment.
  htmlLimitedBots: /.*/,
  // These load their own files at run time, and main.ts and the pages must share one copy of each.
  serverExternalPackages: ["pg", "@node-rs/argon2", "pino", "exceljs"],
  // The server parses the messages, so the browser needs no ICU parser (decisions 0107 and 0394).
  turbopack: { resolveAlias: { "use-intl/format-message": "./components/i18n/format-message.ts" } },
  experimental: {
    serverActions: { bodySizeLimit: "64kb" },
    // Code of a page is loaded with its first visit: a start is faster and takes less memory (decision 0266).
    preloadEntriesOnStart: false,
    // Nothing reads those of a build, and they took a fifth of its time.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    // Minifying what only the server reads takes a fifth of a build, and hides the names in stack traces (decision 0189).
    turbopackMinify: phase === PHASE_DEVELOPMENT_SERVER ? false : { server: false, client: true },
    // The first build of a checkout writes no cache for a second one (server/setup/prepare.mjs).
    turbopackFileSystemCacheForBuild: process.env.PAYDECK_BUILD_CACHE === "1",
    // Few large scripts: on a slow line, requests cost more than what pages could share (decision 0189).
    turbopackChunking: { minChunkSize: 500_000, maxMergeChunkSize: 5_000_000 },
  },
  // In development Next prints the arguments of each server action: passwords and second factors, for some of them.
  logging: { serverFunctions: false },
  // `npm test` type-checks the whole repository; checking again would only delay the first `npm start`.
  typescript: { ignoreBuildErrors: true },
});
