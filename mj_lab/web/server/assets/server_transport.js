// A page's requests to its server. On a site without a server, worker_transport.js replaces this file
// (mj_lab/web/site/assets/pages).

/**
 * Sends JSON, or a file as it is; resolves to the JSON of the reply. Rejects if none comes.
 * @type {SendRequest}
 */
MJ.ask = async function (path, body) {
  if (body === undefined) return MJ.inWords(await (await fetch(path)).json());
  /** @type {RequestInit} */
  const asked =
    body instanceof File
      ? { body, headers: { "x-file-name": encodeURIComponent(body.name) } }
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return MJ.inWords(await (await fetch(path, { method: "POST", ...asked })).json());
};

/**
 * The JSON data of another page of this server, cut out of its HTML. Parsing the HTML instead would break
 * this page's content security policy, because of the styles in it.
 * @type {DataOfPage}
 */
MJ.dataOfPage = async function (path, signal) {
  const text = await (await fetch(path, { signal })).text();
  const [, data] = text.match(/id="data">([^<]*)</) ?? [];
  return JSON.parse(data);
};

/**
 * A connection to the tables.
 * @returns {TableSocket}
 */
MJ.connect = function () {
  const address = (location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/api/table";
  return /** @type {TableSocket} */ (/** @type {unknown} */ (new WebSocket(address)));
};
