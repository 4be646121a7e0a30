/**
 * The time zones to choose from, by IANA name. `own` is included under the name it was given. Otherwise a form would
 * show another, and saving it would change the days on which everything is due.
 */
export const timeZones = (own?: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(own === undefined ? [] : [own])])].sort()
