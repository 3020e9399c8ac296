// Replaces MJ.loadRecord of core.js: the page shows a hand stored in this browser, named in its address.
/** @type {LoadRecord} */
MJ.loadRecord = async function (kind) {
  const query = new URLSearchParams(location.search);
  try {
    return /** @type {any} */ (
      await MJ.dataOfPage(
        (kind === "replay" ? "/saved/" : "/beside/") +
          query.get("record") +
          "?seat=" +
          (query.get("seat") || ""),
      )
    );
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    MJ.element("content").replaceChildren(MJ.make("p", { class: "error", role: "alert" }, text));
    MJ.start(() =>
      MJ.switches(() => {
        /* The line stays. */
      }),
    );
    return null;
  }
};
