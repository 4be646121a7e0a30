/**
 * The time zones to choose from, by IANA name. `own` is included under its given name. Otherwise a form would show a
 * different one, and saving it would change due dates.
 */
export const timeZones = (own?: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(own === undefined ? [] : [own])])].sort()
