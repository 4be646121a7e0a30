'use client'

import { Button, Checkbox } from '@mantine/core'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import styles from './bar.module.css'
import type { Column } from './column'

/** Shows, hides and moves the columns of a list. */
export function ColumnMenu<Row>({
  all,
  shown,
  choose,
}: {
  all: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  /** Takes the keys of the columns in their order; undefined for the defaults. */
  choose: (keys: string[] | undefined) => void
}) {
  const [first, ...movable] = shown.map(({ key }) => key)
  const hidden = all.filter(({ key }) => key !== first && !movable.includes(key))
  const toggle = (key: string) =>
    choose(movable.includes(key) ? movable.filter((shownKey) => shownKey !== key) : [...movable, key])
  const move = (key: string, by: -1 | 1) => {
    const place = movable.indexOf(key)
    const next = movable.filter((shownKey) => shownKey !== key)
    next.splice(place + by, 0, key)
    choose(next)
  }
  return (
    <div className={styles.menu}>
      {[...shown.slice(1), ...hidden].map(({ key, name }) => {
        const place = movable.indexOf(key)
        return (
          <div key={key} className={styles.column}>
            <Checkbox label={name} checked={place >= 0} onChange={() => toggle(key)} />
            {place >= 0 && (
              <span>
                <button
                  type="button"
                  className={parts.iconButton}
                  disabled={place === 0}
                  aria-label={`Move ${name} to the left`}
                  title="Move left"
                  onClick={() => move(key, -1)}
                >
                  <Icon name="left" size={16} />
                </button>
                <button
                  type="button"
                  className={parts.iconButton}
                  disabled={place === movable.length - 1}
                  aria-label={`Move ${name} to the right`}
                  title="Move right"
                  onClick={() => move(key, 1)}
                >
                  <Icon name="right" size={16} />
                </button>
              </span>
            )}
          </div>
        )
      })}
      <p className={styles.note}>Columns that do not fit the window are left out, the last ones first.</p>
      <Button size="compact-sm" variant="subtle" onClick={() => choose(undefined)}>
        Reset to default
      </Button>
    </div>
  )
}
