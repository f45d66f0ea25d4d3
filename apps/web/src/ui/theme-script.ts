/** Storage key of the choice. No value means "system". */
export const THEME_KEY = 'pacewright.theme';

/** Colours of the browser's own bar: the surface colour of each theme. */
export const BAR_COLOURS = { light: '#ffffff', dark: '#121a1e' };

/**
 * Runs in the head of every page before anything is painted, so that a chosen theme does not flash.
 * It is inline, so its hash is in the content security policy.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=t==='dark'?'${BAR_COLOURS.dark}':'${BAR_COLOURS.light}'})}}catch(e){}`;
