import type { ReactNode } from 'react'
import styles from '../_parts/guide.module.css'

/** A table of API names and their meanings. `whole` keeps names on one line. */
export function Meanings({
  caption,
  rows,
  whole = false,
}: {
  caption: ReactNode
  rows: readonly (readonly [name: string, meaning: ReactNode])[]
  whole?: boolean
}) {
  return (
    <table className={`${styles.table} ${styles.stack}`}>
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([name, meaning]) => (
          <tr key={name}>
            <th scope="row" className={whole ? styles.number : undefined}>
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
