/** Changes when npm would install something else: other packages, or for another machine. */
export function fingerprintPackages(root: string): string;

/** Changes when the build's output could differ. */
export function fingerprintSources(root: string): string;

/** Changes when the programs beside the product could differ. */
export function fingerprintTools(root: string): string;
