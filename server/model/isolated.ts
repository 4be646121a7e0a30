/** Letters that are written from right to left, and invisible characters that turn the direction of what follows. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns a text for the middle of a sentence. If it could turn the direction of the words and amounts after it, it is
 * isolated from them: U+2068 takes the direction from the text, U+2069 returns to that of the sentence.
 */
export const isolated = (text: string): string => (turning.test(text) ? `\u2068${text}\u2069` : text)
