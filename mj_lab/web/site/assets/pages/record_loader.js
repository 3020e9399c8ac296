// Replaces MJ.loadRecord of core.js: the page shows a hand that this browser keeps, and its address names which.
MJ.loadRecord = async function (kind) {
  const query = new URLSearchParams(location.search);
  try {
    return await MJ.dataOfPage(
      (kind === "replay" ? "/saved/" : "/beside/") +
        query.get("record") +
        "?seat=" +
        (query.get("seat") || ""),
    );
  } catch (error) {
    document
      .getElementById("content")
      .replaceChildren(MJ.make("p", { class: "error", role: "alert" }, error.message));
    MJ.start(() =>
      MJ.switches(() => {
        /* The line stays. */
      }),
    );
    return null;
  }
};
