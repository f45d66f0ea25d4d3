/** A place of a layout, and the words in it. */
export type Cell = {
  /** Several, if the text says it once for all of them. */
  weeks: number[];
  /** Monday is 0. */
  weekday?: number | undefined;
  date?: string | undefined;
  /** Lines are joined by line breaks. */
  text: string;
  /** What a table has beside the session: each is tried as a part of it, in this order. */
  columns?: Column[] | undefined;
  title: string;
  notes: string[];
  from: number;
  to: number;
};

export type Column = { name: string; text: string };

/** A part of the text that is in no session. */
export type Leftover = { text: string; from: number; to: number };
