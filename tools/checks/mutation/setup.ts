import fc from "fast-check";

/** The same generated values in every run, so that results are reproducible. */
fc.configureGlobal({ seed: 1 });
