export const bulk = {};
