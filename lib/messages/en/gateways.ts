export const gateways = {};
