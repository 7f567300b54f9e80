export const createPayment = {};
