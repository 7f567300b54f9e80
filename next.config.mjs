/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // The title stands in the first bytes for everybody: streamed later, a page has none for a moment.
  htmlLimitedBots: /.*/,
  // These load files of their own at run time, and main.ts and the pages must share one copy of each.
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "pino", "exceljs"],
  // The server parses the texts (decision 0107), so the browser needs no parser of ICU messages.
  turbopack: { resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
  experimental: {
    serverActions: { bodySizeLimit: "64kb" },
    // Few scripts, each whole: over a slow line what a request takes counts for more than what pages share (decision 0189).
    turbopackChunking: { minChunkSize: 500_000, maxMergeChunkSize: 5_000_000 },
  },
  // `npm test` type-checks the whole repository; doing it again would only delay the first `npm start`.
  typescript: { ignoreBuildErrors: true },
};
