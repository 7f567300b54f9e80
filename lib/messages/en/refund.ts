export const refund = {};
