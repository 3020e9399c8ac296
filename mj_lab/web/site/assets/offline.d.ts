// What mj_lab/web/site/pages.py puts before app/offline.js.
declare const KEPT: { version: string; files: Record<string, string> };
