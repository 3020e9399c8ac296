// The OpenAPI document as a page: each operation with its fields, and its example to be sent.
(function () {
  /** @type {ApiDocument} */
  const spec = MJ.pageData();
  const $ = MJ.element;
  const base = spec.servers[0].url;
  /**
   * A schema; for a reference ($ref) the schema that it refers to.
   * @param {ApiSchema} schema
   */
  const resolve = (schema) => spec.components.schemas[schema.$ref?.split("/").pop() ?? ""] ?? schema;

  /**
   * @param {ApiSchema} schema
   * @returns {string}
   */
  function kind(schema) {
    if (schema.anyOf) return schema.anyOf.map(kind).join(" | ");
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.type === "array") return "[" + (schema.items ? kind(schema.items) : "…") + "]";
    return schema.type || "any";
  }

  /** @param {ApiSchema} schema */
  function limits(schema) {
    /** @type {string[]} */
    const parts = [];
    if ("minimum" in schema || "maximum" in schema)
      parts.push((schema.minimum ?? "") + "–" + (schema.maximum ?? ""));
    if ("maxLength" in schema) parts.push("≤ " + schema.maxLength);
    if ("default" in schema) parts.push("= " + JSON.stringify(schema.default));
    return parts.length ? " (" + parts.join(", ") + ")" : "";
  }

  /** @param {ApiSchema} model */
  function fields(model) {
    const head = ["apiField", "apiKind", "apiAbout"].map((key) => MJ.make("th", { scope: "col" }, MJ.t(key)));
    const needed = model.required || [];
    const lines = Object.entries(model.properties || {}).map(([name, schema]) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.make("code", {}, name)),
        MJ.make("td", {}, MJ.make("code", {}, kind(schema)), limits(schema)),
        MJ.make(
          "td",
          {},
          needed.includes(name) ? MJ.make("b", {}, MJ.t("apiNeeded")) : null,
          needed.includes(name) ? " " : null,
          schema.description || "",
        ),
      ),
    );
    return MJ.make(
      "table",
      { class: "matches" },
      MJ.make("thead", {}, MJ.make("tr", {}, head)),
      MJ.make("tbody", {}, lines),
    );
  }

  /** @param {ApiSchema} model */
  function example(model) {
    /** @type {Record<string, unknown>} */
    const made = {};
    for (const [name, schema] of Object.entries(model.properties || {})) {
      if (schema.examples) made[name] = schema.examples[0];
      else if ("default" in schema && schema.default !== null) made[name] = schema.default;
    }
    return JSON.stringify(made, null, 2);
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {string | undefined} body
   * @param {HTMLElement} status
   * @param {HTMLElement} answer
   */
  async function send(path, method, body, status, answer) {
    status.textContent = MJ.t("apiAsking");
    const began = performance.now();
    try {
      const got = await fetch(base + path, { method, body });
      const text = await got.text();
      status.textContent = MJ.t("apiStatus", {
        status: got.status,
        ms: Math.round(performance.now() - began),
      });
      answer.textContent = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      status.textContent = MJ.t("noAnswer");
    }
    answer.hidden = !answer.textContent;
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {ApiOperation} operation
   */
  function operationCard(path, method, operation) {
    const name = operation.operationId,
      asks = operation.requestBody;
    const model = asks && resolve(asks.content["application/json"].schema);
    const reply = resolve(operation.responses["200"].content["application/json"].schema);
    const status = MJ.make("p", { role: "status", class: "quiet small" });
    const answer = MJ.make("pre", {
      tabindex: "0",
      class: "scroll answer",
      "aria-label": MJ.t("apiAnswer") + " " + name,
    });
    answer.hidden = true;
    const body = model ? MJ.make("textarea", { id: "body-" + name, rows: "8", spellcheck: "false" }) : null;
    if (body && model) body.value = example(model);
    const button = MJ.make(
      "button",
      {
        type: "button",
        class: "main",
        id: "send-" + name,
        onclick: () => send(path, method.toUpperCase(), body ? body.value : undefined, status, answer),
      },
      MJ.t("apiSend"),
    );
    const errors = Object.entries(operation.responses)
      .filter(([code]) => code !== "200")
      .map(([code, response]) => MJ.make("li", {}, MJ.make("b", {}, code), " " + response.description));
    return MJ.make(
      "section",
      { class: "card operation", "aria-labelledby": "title-" + name },
      MJ.make("h2", { id: "title-" + name }, MJ.make("code", {}, method.toUpperCase() + " " + base + path)),
      MJ.make(
        "p",
        {},
        [operation.summary, model && model.description, operation.description].filter(Boolean).join(" "),
      ),
      model ? fields(model) : null,
      MJ.make("h3", {}, MJ.t("apiAnswer")),
      reply.description ? MJ.make("p", {}, reply.description) : null,
      fields(reply),
      errors.length
        ? MJ.make("details", {}, MJ.make("summary", {}, MJ.t("apiErrors")), MJ.make("ul", {}, errors))
        : null,
      MJ.make("h3", {}, MJ.t("apiTry")),
      body ? MJ.make("label", { for: body.id, class: "quiet small" }, MJ.t("apiBody")) : null,
      body,
      MJ.make("p", { class: "buttons" }, button),
      status,
      answer,
    );
  }

  function draw() {
    const areas = () => [...document.querySelectorAll("textarea")];
    const written = new Map(areas().map((area) => [area.id, area.value]));
    const made = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationCard(path, method, operation)),
    );
    $("operations").replaceChildren(...made);
    for (const area of areas()) area.value = written.get(area.id) ?? area.value;
    $("about").textContent = spec.info.description;
    $("version").textContent = spec.info.version;
  }

  MJ.start(function () {
    // A service without pages has no way back to one, nor a page of the fans.
    if (document.querySelector('[data-t="back"]')) MJ.LABELS.rules_at = "/rules";
    MJ.switches(draw);
    draw();
  });
})();
