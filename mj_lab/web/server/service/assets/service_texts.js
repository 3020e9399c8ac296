// Texts of the service's page: English, Chinese.
Object.assign(MJ.TEXTS, {
  apiTitle: ["A service for programs", "给程序用的服务"],
  apiField: ["Field", "名字"],
  apiKind: ["Type", "格式"],
  apiAbout: ["Meaning", "说明"],
  apiNeeded: ["needed", "必要"],
  apiTry: ["Try it", "示例"],
  apiSend: ["Send", "请求"],
  apiBody: ["The question as JSON", "请求（JSON）"],
  apiAnswer: ["Answer", "回答"],
  apiDocument: ["The OpenAPI document", "OpenAPI 文件"],
  apiAsking: ["Asking …", "请求…"],
  apiStatus: ["status {status}, {ms} ms", "{status}，{ms} ms"],
  apiErrors: ["Errors", "出错"],
});
