/** Formats a count with its noun: "1 payment", "1 200 payments". */
export const counted = (count: number, noun: string, number: (value: number) => string) =>
  `${number(count)} ${count === 1 ? noun : `${noun}s`}`
