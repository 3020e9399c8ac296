// Setting up a table: the server deals, and the address of the own seat opens.
// Goes to the own seat of a new table; what is wrong if there is none. With other people at it the
// page shows their links first: they are kept for it alone.
MJ.setUpTable = async function (settings) {
  try {
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(settings) });
    const said = await answer.json();
    if (said.error) return said.error;
    try { sessionStorage.setItem("mj-table-" + said.people[0].token, JSON.stringify(said)); } catch (error) { /* The links are shown once only. */ }
    location.assign("/play#" + said.people[0].token);
    if (location.pathname === "/play") location.reload();
    return null;
  } catch (error) {
    return MJ.t("noAnswer");
  }
};
