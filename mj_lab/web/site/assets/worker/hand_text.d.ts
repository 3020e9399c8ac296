// hand_text.js is the pages' reader as a module, written by mj_lab/web/site/pages.py.
export const handText: typeof MJ.handText;
