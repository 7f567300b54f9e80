/**
 * For the container's HEALTHCHECK: exits with 0 when the process of this container answers on /healthz. All processes
 * have one image, so it asks the ports of each: dashboard, service, and a worker with ROUTING_WORKER_PORT.
 */
const { PORT = "3000", ROUTING_PORT = "4000", ROUTING_WORKER_PORT = "" } = process.env;
const ports = [PORT, ROUTING_PORT, ROUTING_WORKER_PORT].filter((port) => port !== "");
const responses = await Promise.all(
  ports.map((port) =>
    globalThis
      .fetch(`http://127.0.0.1:${port}/healthz`, { signal: globalThis.AbortSignal.timeout(4_000) })
      .then((response) => response.ok)
      .catch(() => false),
  ),
);
process.exitCode = responses.includes(true) ? 0 : 1;
