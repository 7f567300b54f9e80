/** Next's defaults: without a configuration here, Next would use Paydeck's, which knows no pages in JavaScript. */
export default { turbopack: { root: new URL("../..", import.meta.url).pathname } };
