import type { SessionPerson } from "../store/sessions";

/** The signed-in person as the database has them at this request, and the session they come by. */
export type Actor = SessionPerson;
