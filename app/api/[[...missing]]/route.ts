/** JSON, not a page: the caller is a program with a wrong address. Needs no session. */
function response(): Response {
  return Response.json({ kind: "not_found" }, { status: 404, headers: { "cache-control": "no-store" } });
}

export { response as DELETE, response as GET, response as PATCH, response as POST, response as PUT };
