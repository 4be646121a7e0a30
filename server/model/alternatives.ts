const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** "a, b or c". */
export const alternatives = (choices: readonly string[]): string => either.format(choices)
