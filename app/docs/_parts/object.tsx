import { Code } from '../../_parts/code'
import styles from './endpoint.module.css'
import { Fields } from './field-list'
import { Heading } from './heading'
import { type NamedObject, objectAnchor } from './objects'
import { Prose } from './prose'

/** An object that appears in responses. */
export function ObjectSection({ object: { name, description, groups, example } }: { object: NamedObject }) {
  const anchor = objectAnchor(name)
  return (
    <section className={styles.endpoint} aria-labelledby={anchor}>
      <div className={styles.about}>
        <Heading level={3} id={anchor}>
          {name}
        </Heading>
        {description !== undefined && (
          <p className={styles.text}>
            <Prose text={description} />
          </p>
        )}
        <Fields groups={groups} />
      </div>
      <div className={styles.examples}>
        <Code label={`Example of ${name}`} language="json" text={example} />
      </div>
    </section>
  )
}
