import { capitalised } from '@/server/model/capitalised'
import type { FieldDoc, FieldGroup } from './fields'
import styles from './fields.module.css'
import { Prose } from './prose'
import { Type } from './type'

/** Fields with their nested fields. If there are several groups, one of them applies. */
export function Fields({ groups }: { groups: FieldGroup[] }) {
  return groups.map(({ title, fields }) => (
    <div key={title ?? ''} className={styles.group}>
      {title !== undefined && (
        <p className={styles.title}>
          <code>{title}</code>
        </p>
      )}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map((field) => (
            <Row key={field.name} field={field} />
          ))}
        </dl>
      )}
    </div>
  ))
}

function Row({ field }: { field: FieldDoc }) {
  const { name, anchor, type, required, objects, groups } = field
  return (
    <div className={styles.field} id={anchor}>
      <dt className={styles.head}>
        <a href={`#${anchor}`} className={styles.name}>
          {name}
        </a>
        <Type text={type} objects={objects} />
        {required ? (
          <span className={styles.required}>required</span>
        ) : (
          <span className={styles.optional}>optional</span>
        )}
      </dt>
      <dd className={styles.body}>
        <About field={field} />
        {groups.length > 0 && (
          <div className={styles.inside}>
            <Fields groups={groups} />
          </div>
        )}
      </dd>
    </div>
  )
}

function About({ field: { description, limits, options, example } }: { field: FieldDoc }) {
  return (
    <>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {options.length > 0 && (
        <p className={styles.options}>
          <span className="visually-hidden">One of: </span>
          {options.map((option) => (
            <code key={option}>{option}</code>
          ))}
        </p>
      )}
      {(limits.length > 0 || example !== undefined) && (
        <p className={styles.facts}>
          {limits.length > 0 && <span>{capitalised(limits.join(', '))}</span>}
          {example !== undefined && (
            <span>
              Example <code>{example}</code>
            </span>
          )}
        </p>
      )}
    </>
  )
}
