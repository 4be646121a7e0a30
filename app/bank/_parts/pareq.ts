/** Reports whether a text has the form of a `pareq`, a UUID. */
export const isPareq = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
