// What a page of the site shows of a hand that this browser keeps: its address says of which.
MJ.loadRecord = async function (path) {
  const query = new URLSearchParams(location.search);
  try {
    return await MJ.dataOfPage(path + query.get("record") + "?seat=" + (query.get("seat") || ""));
  } catch (error) {
    document.getElementById("content").replaceChildren(MJ.make("p", { class: "error", role: "alert" }, error.message));
    MJ.start(() => MJ.switches(() => { /* The line stays. */ }));
    return null;
  }
};
