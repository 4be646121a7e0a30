/** Formats JSON with indentation, keeping short lists of plain values on one line. */
export const pretty = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/\[\s+([^[\]{}]{1,60}?)\s+\]/g, (_, inner: string) => {
    return `[${inner.replaceAll(/\s*\n\s*/g, ' ')}]`
  })
