// Saves the page as a file that needs no server, as `mj replay -o` and `mj review -o` write it.
/**
 * Shows the button for it, if the page is not such a file itself.
 * @param {"replay" | "review"} kind
 * @param {ReplayData | ReviewData} data
 */
MJ.keepPage = function (kind, data) {
  const BEGINS = '<script type="application/json" id="data">',
    ENDS = "</" + "script>";
  const button = document.getElementById("keep");
  if (button === null) return;

  /**
   * Links that only a server or this browser follows are left out; commands are not.
   * @param {string} key
   * @param {unknown} value
   */
  const alone = (key, value) =>
    ["again", "replay"].includes(key) && String(value).startsWith("/") ? "" : value;

  /** @param {ReviewData} data */
  const ownOf = ({ players }) => ({
    own: MJ.ownNames().find((own) => players.some(({ name }) => name === own)),
  });

  // As data_block of mj_lab/core/pages/page.py: no text of the data ends its element.
  function dataBlock() {
    const kept = {
      ...data,
      ...("choices" in data ? { choices: [] } : ownOf(data)),
      labels: { rules_at: "" },
    };
    return JSON.stringify(kept, alone).replace(
      /[<>&\u2028\u2029]/g,
      (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"),
    );
  }

  async function save() {
    const answer = await fetch(MJ.at("/kept-" + kind));
    if (!answer.ok) throw new Error(String(answer.status));
    const empty = await answer.text(),
      begin = empty.indexOf(BEGINS) + BEGINS.length;
    const whole = [empty.slice(0, begin), dataBlock(), empty.slice(empty.indexOf(ENDS, begin))];
    const address = URL.createObjectURL(new Blob(whole, { type: "text/html" }));
    MJ.make("a", { href: address, download: document.title + ".html" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  button.hidden = false;
  button.addEventListener("click", function () {
    save().catch(() => button.replaceChildren(MJ.t("keepFailed")));
  });
};
