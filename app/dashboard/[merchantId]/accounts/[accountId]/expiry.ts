/** How long before its last month is over a card counts as expiring: by then its holder has the next one. */
const soonMonths = 1

/** When a card ends: `expires` is month and year of two digits; `today`: the month it is, counted since the year 0. */
export function expiryOf(
  [month, year]: readonly [number, number],
  today: number,
): { state: 'good' | 'expiring' | 'expired'; written: string } {
  const last = (2000 + year) * 12 + month - 1
  const state = last < today ? 'expired' : last <= today + soonMonths ? 'expiring' : 'good'
  return { state, written: `${String(month).padStart(2, '0')}/${String(year).padStart(2, '0')}` }
}
