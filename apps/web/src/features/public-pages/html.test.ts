import { expect, test } from 'vitest';
import { html } from './html.ts';

test('values are escaped, except markup', () => {
  const typed = `</textarea><script>alert("x" & 'y')</script>`;
  const { markup } = html`<p title="${typed}">${typed}${html`<b>${1}</b>`}${[html`<i></i>`]}</p>`;
  const parsed = new DOMParser().parseFromString(markup, 'text/html').body.firstElementChild;
  expect(parsed?.getAttribute('title')).toBe(typed);
  expect(parsed?.textContent).toBe(`${typed}1`);
  expect(Array.from(parsed?.children ?? [], ({ tagName }) => tagName)).toEqual(['B', 'I']);
});

test('undefined and false render nothing', () => {
  expect(html`<p>${undefined}${false}</p>`.markup).toBe('<p></p>');
});
