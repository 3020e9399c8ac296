// rules.js is written by mj_lab/web/site/pages.py.
export const RULES: SiteRules;
