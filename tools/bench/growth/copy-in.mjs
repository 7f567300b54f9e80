/** The amount to send before checking for back-pressure. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Sends rows by COPY in text format: `rows` yields arrays of texts, numbers or null, none of which contains a tab, a
 * line break or a backslash. `client` is a connected pg client; resolves with the number of rows.
 */
export async function copyIn(client, table, columns, rows) {
  let sent = 0;
  await new Promise((resolve, reject) => {
    let failure = null;
    const feed = async (connection) => {
      let chunk = "";
      for (const row of rows) {
        chunk += `${row.map(textOf).join("\t")}\n`;
        sent += 1;
        if (chunk.length < CHUNK_BYTES) continue;
        connection.sendCopyFromChunk(Buffer.from(chunk));
        chunk = "";
        if (failure !== null) return;
        if (connection.stream.writableNeedDrain) await onceDrained(connection.stream);
      }
      connection.sendCopyFromChunk(Buffer.from(chunk));
      connection.endCopyFrom();
    };
    client.query({
      submit: (connection) => connection.query(`copy ${table} (${columns.join(", ")}) from stdin`),
      handleCopyInResponse: (connection) => void feed(connection).catch(reject),
      handleCommandComplete: () => undefined,
      handleRowDescription: () => undefined,
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
      handleError(error) {
        failure = error;
        reject(error);
      },
    });
  });
  return sent;
}

function textOf(value) {
  return value === null ? "\\N" : value;
}

function onceDrained(stream) {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.once("drain", done).once("close", done);
  });
}
