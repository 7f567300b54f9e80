import { fileURLToPath } from "node:url";

/** Next's defaults: without a configuration here, Next would use Paydeck's, which knows no pages in JavaScript. */
export default { turbopack: { root: fileURLToPath(new URL("../../..", import.meta.url)) } };
