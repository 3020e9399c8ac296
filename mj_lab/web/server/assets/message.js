// A page with one message: one of our texts by its key, or an error text.
(function () {
  const { message, labels } = MJ.pageData();
  MJ.LABELS = labels;
  const draw = () =>
    MJ.element("message").replaceChildren(MJ.TEXTS[message] ? MJ.t(message) : MJ.refusal(message));
  MJ.start(function () {
    MJ.switches(draw);
    draw();
  });
})();
