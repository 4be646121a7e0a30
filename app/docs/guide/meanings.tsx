import type { ReactNode } from 'react'
import styles from '../_parts/guide.module.css'

/** Names of the interface, and what each means. `whole` names are not broken into lines. */
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
