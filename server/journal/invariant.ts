/** What must be true of the books, how much was checked, and what breaks it. */
export interface Invariant {
  name: string
  /** How many rows were checked, and what they are. */
  checked: number
  of: string
  broken: number
  /** The first of what breaks it. */
  examples: string[]
}
