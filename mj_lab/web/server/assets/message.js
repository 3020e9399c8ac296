// A page with one message: one of our texts by its key, or an error text.
(function () {
  const { message } = MJ.pageData();
  const draw = () => MJ.element("message").replaceChildren(MJ.TEXTS[message] ? MJ.t(message) : message);
  MJ.start(function () {
    MJ.switches(draw);
    draw();
  });
})();
