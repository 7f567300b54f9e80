import pg from "pg";

const INT8_OID = 20;

/** A pool for reading a database whose server may be killed meanwhile; `bigint` columns are read as `bigint`. */
export function openRows(databaseUrl: string, maxConnections = 4): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "prove",
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: ((oid: number, format: "text") =>
        oid === INT8_OID
          ? (text: string) => BigInt(text)
          : (pg.types.getTypeParser(oid, format) as (
              text: string,
            ) => unknown)) as typeof pg.types.getTypeParser,
    },
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
