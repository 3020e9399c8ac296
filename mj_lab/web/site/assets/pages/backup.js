// Exports all finished hands to one file, and imports such a file.
(function () {
  const $ = MJ.element;
  let said = () => "";

  /** @param {() => string} text */
  function say(text) {
    said = text;
    $("kept").textContent = said();
  }

  $("export").addEventListener("click", async function () {
    const said = await MJ.ask("/api/my-games/export");
    if (said.error !== undefined) return;
    const { text } = said;
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    MJ.make("a", { href: address, download: "mj_bot-hands.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 0);
  });

  $("import").addEventListener("change", async function () {
    const [file] = $("import").files ?? [];
    $("import").value = "";
    if (file === undefined) return;
    try {
      const imported = await MJ.ask("/api/my-games/import", file);
      if (imported.error !== undefined) return say(() => imported.error);
      for (const token of imported.tokens) MJ.rememberFinished(token);
      say(() => MJ.t("imported", { count: imported.tokens.length }));
      if (imported.tokens.length) setTimeout(() => location.reload(), 800);
    } catch {
      say(() => MJ.t("noAnswer"));
    }
    return undefined;
  });
  $("switches").addEventListener("click", () => {
    $("kept").textContent = said();
  });
})();
