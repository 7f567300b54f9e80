/** How close the lines of lists stand, kept in a cookie so that the server's first paint has it already. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const DENSITY_COOKIE = "density";

/** Anything but a known choice means the wider one. */
export function parseDensity(cookieValue: string | undefined): Density {
  return DENSITIES.find((density) => density === cookieValue) ?? "comfortable";
}
