/** JSON, not a page: the caller is a program with a wrong address. Needs no session. */
function answer(): Response {
  return Response.json({ kind: "not_found" }, { status: 404, headers: { "cache-control": "no-store" } });
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
