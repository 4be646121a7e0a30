/** A card counts as expiring this many months before its last: by then its holder has the new one. */
const soonMonths = 1

/** Returns whether a card has expired or soon will, and its date as text. `today`: the current month since year 0. */
export function expiryOf(
  [month, year]: readonly [number, number],
  today: number,
): { state: 'good' | 'expiring' | 'expired'; written: string } {
  const last = (2000 + year) * 12 + month - 1
  const state = last < today ? 'expired' : last <= today + soonMonths ? 'expiring' : 'good'
  return { state, written: `${String(month).padStart(2, '0')}/${String(year).padStart(2, '0')}` }
}
