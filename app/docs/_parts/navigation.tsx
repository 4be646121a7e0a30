import { Method } from './method'
import styles from './navigation.module.css'
import { objectAnchor } from './objects'
import type { Reference } from './reference'
import { chapters } from './section'

/** The table of contents. */
export function Navigation({ reference: { tags, objects } }: { reference: Reference }) {
  return (
    <div className={styles.navigation}>
      <p className={styles.title}>Guide</p>
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {tags.map(({ name, endpoints }) => (
        <div key={name}>
          <p className={styles.title}>{name}</p>
          <ul>
            {endpoints.map(({ id, method, summary }) => (
              <li key={id}>
                <a href={`#${id}`} className={styles.endpoint}>
                  <span>{summary}</span> <Method method={method} small />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={styles.title}>Objects</p>
      <ul>
        {objects.map(({ name }) => (
          <li key={name}>
            <a href={`#${objectAnchor(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
