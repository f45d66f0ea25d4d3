import { html } from '../features/public-pages/html.ts';

const MARK = html`<svg viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="3.5">
  <path d="M3.75 26V3.75H16a8 8 0 0 1 0 16h-3M10 26V10h6a1.75 1.75 0 0 1 0 3.5" />
</svg>`;
const TOP_BAR = ['Today', 'Workouts', 'Calendar', 'Paces'];
const TAB_BAR = ['Today', 'Calendar', '', 'Workouts', 'Paces'];

/**
 * The bars of shell.tsx as plain HTML, for an athlete whose scripts are still loading. Hidden as soon as React
 * has rendered more than its loading indicator, see loading.tsx. Not links, because no page could answer them
 * yet.
 */
export const STATIC_SHELL = html`<div id="static-shell" aria-hidden="true">
  <div class="border-b border-line bg-surface">
    <div
      class="wrap flex min-h-[54px] items-stretch gap-3 md:min-h-[60px] md:gap-2 min-[52rem]:gap-4 lg:gap-8"
    >
      <span class="flex items-center"><span class="logo">${MARK} Pacewright</span></span>
      <span class="hidden gap-0.5 md:flex"
        >${TOP_BAR.map(
          (label) =>
            html`<span
              class="flex items-center px-2 text-sm font-medium text-ink-2 min-[52rem]:px-2.5 lg:px-3.5"
              >${label}</span
            >`,
        )}</span
      >
    </div>
  </div>
  <div class="hidden min-h-11 border-b border-line bg-surface md:block"></div>
  <div
    class="fixed inset-x-0 bottom-0 grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-1 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
  >
    ${TAB_BAR.map(
      (label) =>
        html`<span
          class="grid min-h-13 content-end justify-items-center pb-1 text-xs font-medium text-ink-2"
          >${label}</span
        >`,
    )}
  </div>
</div>`.markup;
