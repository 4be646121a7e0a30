import { shallowEqual } from '@mantine/hooks'

/** The settings that are saved part by part. Any other is saved as a whole. */
const inParts = new Set(['branding', 'cardLimits', 'company', 'address', 'bookkeeping', 'chart', 'datev'])

/**
 * Returns only the settings that a form changed, so that concurrent changes to others survive. A null is the same as a
 * setting that is not there.
 */
export const changedSettings = <Change extends object>(before: object, after: Change): Partial<Change> =>
  changedParts(before, after)

const changedParts = (before: object, after: object): object => {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const was = known.get(name) ?? null
      if (!inParts.has(name)) return shallowEqual(was, value) ? [] : [[name, value]]
      const parts = changedParts(was ?? {}, value)
      return Object.keys(parts).length === 0 ? [] : [[name, parts]]
    }),
  )
}
