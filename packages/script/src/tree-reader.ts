import type { Ask, Span } from './diagnostics.ts';
import { firstFrom, isPlainText, type Token, type TokenKind } from './tokens.ts';
import type { Node, OpenRepeat } from './tree-nodes.ts';
import type { Spend } from './work.ts';

/** The words before a colon. */
export type Title = { span: Span; head: Token[] };

/** The progress of reading a text, and its finds besides steps. */
export class Reader {
  /** Without the colons of labels. */
  tokens: readonly Token[];
  /** The next token. */
  at = 0;
  /** Repeats around the next token. */
  depth = 0;
  questions = 0;
  tooDeep = 0;
  /** The last repeat, which a recovery behind the next words may still belong to. */
  openRepeat: OpenRepeat | undefined;
  root: readonly Node[] = [];
  readonly isPlain: boolean;
  readonly efforts: readonly Token[];
  readonly headings: Span[] = [];
  readonly titles: Title[] = [];
  readonly colons = new Set<Token>();
  readonly text: string;
  readonly ask: Ask;
  readonly spend: Spend;
  /** Given, because a sequence is read from repeats, which are read from sequences. */
  readonly readSequence: (reader: Reader, open?: Token) => Node[];

  constructor(
    tokens: readonly Token[],
    text: string,
    ask: Ask,
    spend: Spend,
    readSequence: (reader: Reader, open?: Token) => Node[],
  ) {
    this.tokens = tokens;
    this.text = text;
    this.ask = ask;
    this.spend = spend;
    this.readSequence = readSequence;
    this.isPlain = isPlainText(tokens);
    this.efforts = tokens.filter(({ kind }) => kind === 'vague');
  }

  readonly question: Ask = (code, span, message, fixes) => {
    this.questions++;
    if (code === 'nested-too-deep') this.tooDeep++;
    this.ask(code, span, message, fixes);
  };

  readonly textOf = ({ from, to }: Span): string => this.text.slice(from, to);

  peek(ahead = 0): Token | undefined {
    this.spend(1);
    return this.tokens[this.at + ahead];
  }

  kindAt(ahead = 0): TokenKind | undefined {
    this.spend(1);
    return this.tokens[this.at + ahead]?.kind;
  }

  /** A count, or a bare number before something that people repeat: "six 800-metre reps". */
  isCountHere(): boolean {
    const token = this.peek();
    if (token?.kind === 'count') return true;
    if (
      token?.kind === 'number' &&
      this.kindAt(1) === '(' &&
      this.isPlain &&
      token.low >= 1 &&
      Number.isInteger(token.low)
    )
      return true;
    if (token?.kind !== 'number' || token.doubt || token.low > 30 || !Number.isInteger(token.low))
      return false;
    if (this.kindAt(1) === 'strides') return true;
    const next = this.peek(1);
    return (
      (next?.kind === 'distance' || next?.kind === 'time') &&
      ['reps', 'strides'].includes(this.kindAt(2) ?? '')
    );
  }

  closeOf(open: number): number | undefined {
    let level = 0;
    for (let index = open; index < this.tokens.length; index++) {
      this.spend(1);
      if (this.tokens[index]?.kind === '(') level++;
      if (this.tokens[index]?.kind === ')' && --level === 0) return index;
    }
    return undefined;
  }

  /** The tokens of a part of the text. */
  tokensIn({ from, to }: Span): Token[] {
    const tokens: Token[] = [];
    for (let index = this.indexAt(from); ; index++) {
      const token = this.tokens[index];
      if (!token || token.to > to) return tokens;
      this.spend(1);
      tokens.push(token);
    }
  }

  /** The token that begins at a character. */
  indexAt(from: number): number {
    return firstFrom(this.tokens, from);
  }
}
