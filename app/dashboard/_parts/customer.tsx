import styles from './cells.module.css'
import { initialsOf } from './initials'

/** A customer's initials in a circle. They are not text, so that headings and copied text contain only the name. */
export const Avatar = ({ name }: { name: string }) => (
  <span className={styles.avatar} aria-hidden="true" data-initials={initialsOf(name)} />
)

/** A customer in a list: initials and name, or `none` for one without a name. */
export const Customer = ({
  name,
  none = '–',
}: {
  name: string | null | undefined
  none?: string | undefined
}) =>
  name ? (
    <span className={styles.customer}>
      <Avatar name={name} />
      <bdi className={styles.name} title={name}>
        {name}
      </bdi>
    </span>
  ) : (
    <span className={styles.none}>{none}</span>
  )
