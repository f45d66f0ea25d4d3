import type { Plugin } from 'vite';

/**
 * Takes out of sonner the call that writes its style sheet as a style element, which the content
 * security policy would refuse. The same sheet is imported as a file in ui/toast.css.
 */
export function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'pacewright:sonner-without-style-element',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        const call = /^__insertCSS\(".*"\);?$/m;
        if (!call.test(code)) this.error('sonner no longer writes its style sheet by __insertCSS.');
        return { code: code.replace(call, ''), map: null };
      },
    },
  };
}
