/** Formats a count with its noun: "1 payment", "1 200 payments". */
export const counted = (
  count: number,
  one: string,
  many = `${one}s`,
  number: (value: number) => string = String,
) => `${number(count)} ${count === 1 ? one : many}`
