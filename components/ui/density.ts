/** The height of the rows of lists, stored in a cookie so that the server's first paint uses it. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const DENSITY_COOKIE = "density";

/** The lower one for anything but a known value. */
export function parseDensity(cookieValue: string | undefined): Density {
  return DENSITIES.find((density) => density === cookieValue) ?? "compact";
}
