/** Next writes the value into what it compiles: a build contains nothing that is for development only. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === "development";
