export const stuck = {};
