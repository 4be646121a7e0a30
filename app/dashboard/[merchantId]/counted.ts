/** "1 payment", "1,200 payments". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? noun : `${noun}s`}`
