import { type Element, DOMParser, type Node, onErrorStopParsing } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readXml, type XmlElement } from '../src/xml.ts';
import { SAMPLES, TCX } from './samples.ts';

const anyName = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/);
/** Characters that XML may have, most of them ordinary. */
const anyText = fc.stringMatching(/^[ -~äßéあ]{0,12}$/u);
const anyAttributes = fc.dictionary(anyName, anyText, { maxKeys: 3 });

/** An element as text, in one of the spellings of XML. */
const { element: anyElement } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      anyName,
      anyAttributes,
      fc.array(
        fc.oneof(
          { maxDepth: 4 },
          anyText.map(escaped),
          anyText.filter((text) => !text.includes(']]>')).map((text) => `<![CDATA[${text}]]>`),
          anyText.filter((text) => !text.includes('-')).map((text) => `<!--${text}-->`),
          tie('element'),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([name, attributes, content]) => {
      const written = Object.entries(attributes).map(
        ([key, value]) => ` ${key}="${escaped(value)}"`,
      );
      const start = `<${name}${written.join('')}`;
      return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
    }),
}));

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&quot;');
}

test('our reader of XML and xmldom read the same elements, attributes and texts', () => {
  fc.assert(fc.property(anyElement, expectSame), { numRuns: 1000 });
});

test('they read files of workouts alike', () => {
  const zwo = new TextDecoder().decode(SAMPLES['zwo']);
  for (const file of [TCX, zwo]) expect(() => expectSame(file)).not.toThrow();
});

function expectSame(source: string): void {
  const parser = new DOMParser({ onError: onErrorStopParsing });
  const root = parser.parseFromString(source, 'text/xml').documentElement;
  expect(readXml(source)).toEqual(root && toOurs(root));
}

function toOurs(element: Element): XmlElement {
  const nodes: Node[] = [...element.childNodes];
  return {
    name: localName(element.tagName),
    attributes: Object.fromEntries(
      [...element.attributes].map(({ name, value }) => [localName(name), value]),
    ),
    children: nodes
      .filter((node) => node.nodeType === node.ELEMENT_NODE)
      .map((node) => toOurs(node as Element)),
    text: nodes
      .filter(
        (node) => node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE,
      )
      .map(({ nodeValue }) => nodeValue ?? '')
      .join(''),
  };
}

/** Our reader drops prefixes: files of workouts have one vocabulary each. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
