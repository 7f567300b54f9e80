/** Exports of the store of saved views for other subjects. */
export { stopSharingWith } from "./saved-views";
