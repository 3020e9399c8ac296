// Texts of the service's page: English, Chinese.
Object.assign(MJ.TEXTS, {
  apiTitle: ["A service for programs", "给程序用的服务"],
  apiField: ["Field", "字段"],
  apiKind: ["Type", "类型"],
  apiAbout: ["Meaning", "说明"],
  apiNeeded: ["needed", "必填"],
  apiTry: ["Try it", "试一试"],
  apiSend: ["Send", "发送"],
  apiBody: ["The question as JSON", "请求（JSON）"],
  apiAnswer: ["Answer", "回答"],
  apiDocument: ["The OpenAPI document", "OpenAPI 文档"],
  apiAsking: ["Asking …", "正在请求 …"],
  apiStatus: ["status {status}, {ms} ms", "状态 {status}，{ms} 毫秒"],
  apiErrors: ["Errors", "错误"],
});
