// A page's requests to its server. On a site without a server, worker_transport.js replaces this file
// (mj_lab/web/site/assets/pages).

// The answer to a question, JSON; of a body that is a file what is in it. Rejects where none comes.
MJ.ask = async function (path, body) {
  const isFile = body instanceof Blob;
  const asked =
    body === undefined
      ? {}
      : {
          method: "POST",
          body: isFile ? body : JSON.stringify(body),
          headers: isFile
            ? { "x-file-name": encodeURIComponent(body.name) }
            : { "content-type": "application/json" },
        };
  return (await fetch(path, asked)).json();
};

// The data of a page of ours. A parsed page would be one whose styles this page's policy forbids.
MJ.dataOfPage = async function (path, signal) {
  const text = await (await fetch(path, { signal })).text();
  return JSON.parse(text.match(/id="data">([^<]*)</)[1]);
};

// A line to the tables: what a WebSocket is.
MJ.connect = () =>
  new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/api/table");
