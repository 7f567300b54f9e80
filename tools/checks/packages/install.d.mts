/** Installs the packages of one rare check into `.checks/tools/<name>` and returns this folder. */
export function installTools(name: "kubernetes" | "mutation"): Promise<string>;
