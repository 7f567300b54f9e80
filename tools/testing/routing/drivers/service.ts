import type { Drivers } from "./driver";

/** The operation about the service itself. */
export const serviceDrivers: Drivers = {
  "service.status": async (call) => {
    await call({ body: {}, expect: 200 });
    await call({ body: { verbose: true }, expect: 400 });
  },
};
