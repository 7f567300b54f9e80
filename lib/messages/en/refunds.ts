export const refunds = {};
