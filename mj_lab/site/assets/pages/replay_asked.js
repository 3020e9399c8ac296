// The replay of the site: its address names a hand that this browser keeps.
MJ.replayAsked = async function () {
  const query = new URLSearchParams(location.search);
  try {
    return await MJ.dataOfPage("/saved/" + query.get("record") + "?seat=" + query.get("seat"));
  } catch (error) {
    document.getElementById("content").replaceChildren(MJ.make("p", { class: "error", role: "alert" }, error.message));
    MJ.start(() => MJ.switches(() => { /* The line stays. */ }));
    return null;
  }
};
