import { packText, type ShareLink, unpackText } from './packed-text.ts';

export type SharedPlanReading = { ok: true; text: string } | { ok: false; reason: string };

const VERSION = '1';
/** As in the plan language, P1. */
const MAX_PLAN_LENGTH = 20_000;
/** A UTF-16 unit takes three bytes at most. */
const MAX_BYTES = 3 * MAX_PLAN_LENGTH;
/** Characters. Mail programs and messengers cut longer links. */
const MAX_LINK_LENGTH = 8000;

/** A17. The fragment of a link with the text of a plan. Dates and paces are those of the reader. */
export async function encodeSharedPlan(text: string): Promise<ShareLink> {
  if (text.trim() === '')
    return { ok: false, reason: 'There’s nothing to share yet. Write a week first.' };
  const fragment =
    text.length > MAX_PLAN_LENGTH
      ? undefined
      : await packText(VERSION, text.toWellFormed(), MAX_BYTES);
  return fragment === undefined || fragment.length > MAX_LINK_LENGTH
    ? {
        ok: false,
        reason: 'The plan is too long for a link. Shorten its notes, or split it in two.',
      }
    : { ok: true, fragment };
}

/** Reads the fragment of a link to a plan. Never throws, however damaged the link is. */
export async function decodeSharedPlan(fragment: string): Promise<SharedPlanReading> {
  const unpacked = await unpackText(fragment, [VERSION], MAX_BYTES);
  if (!unpacked.ok) return unpacked;
  const { text } = unpacked;
  return text.length > MAX_PLAN_LENGTH
    ? { ok: false, reason: 'This plan is too long. Ask for it in parts.' }
    : { ok: true, text };
}
