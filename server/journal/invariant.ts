/** What must be true of the books, how much was checked, and what breaks it. */
export interface Invariant {
  name: string
  /** How many rows were checked, and what one of them is. `many`: the plural, unless it only adds an "s". */
  checked: number
  of: string
  many?: string
  broken: number
  /** Some of the rows that break it. */
  examples: string[]
}
