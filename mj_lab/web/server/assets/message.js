// A page with one message: a text of ours by its key, or what was wrong, as text.
(function () {
  const { message } = MJ.pageData();
  const draw = () => MJ.element("message").replaceChildren(MJ.TEXTS[message] ? MJ.t(message) : message);
  MJ.start(function () {
    MJ.switches(draw);
    draw();
  });
})();
