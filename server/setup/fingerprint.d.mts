/** Changes when npm would install something else: other packages, or the same for another machine. */
export function fingerprintPackages(root: string): string;

/** Changes when a build could come out differently. */
export function fingerprintSources(root: string): string;
