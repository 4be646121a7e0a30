/**
 * The time zones to choose from, by their IANA names. `own` is one of them by whatever name it was given: a list
 * without it would show another, and saving would change the days on which everything is due.
 */
export const timeZones = (own?: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(own === undefined ? [] : [own])])].sort()
