'use client'

import { Button, Checkbox, Drawer, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '@/server/model/calendar'
import { namedPeriods } from '@/server/model/period'
import { Form } from '../form'
import { useMerchant } from '../merchant'
import { useToday } from '../use-today'
import { type Filter, inUrl, namesOf } from './filter'
import styles from './filter.module.css'
import type { ListAddress } from './list-address'
import { dayInDigits, dayPattern, nameOfPeriod, rangeProblems, readDay } from './periods'
import { TypedFilter } from './typed-filter'

/** All filters of a list, in a sheet from below, for phones. */
export function FilterSheet({
  address: { given, set, filtered, clear },
  filters,
  close,
}: {
  address: ListAddress
  filters: readonly Filter[]
  close: () => void
}) {
  const { locale } = useMerchant()
  const today = useToday()
  const periods = namedPeriods(today)
  const [wrong, setWrong] = useState<WrongDay>()
  const submit = (text: (name: string) => string) => {
    const values: Partial<Record<string, string>> = {}
    for (const filter of filters) {
      for (const name of namesOf(filter)) values[name] = inUrl(filter, text(name), locale)
      if (filter.kind !== 'period') continue
      const period = periods.find(({ name }) => name === text(filter.label))?.period
      for (const [name, end] of [
        [filter.from, 'start'],
        [filter.to, 'end'],
      ] as const) {
        const typed = text(name)
        const day = period ? period[end] : typed === '' ? '' : readDay(typed, locale)
        if (day === undefined) return setWrong({ name, isBeforeStart: false })
        values[name] = day
      }
      const [start, end] = [values[filter.from], values[filter.to]]
      if (start && end && start > end) return setWrong({ name: filter.to, isBeforeStart: true })
    }
    set(values)
    close()
  }
  return (
    <Drawer
      opened
      onClose={close}
      position="bottom"
      size="85%"
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close filters' }}
      transitionProps={{ duration: 150 }}
    >
      <Form className={styles.sheet} submit={submit}>
        {filters.map((filter) => (
          <Field key={filter.label} filter={filter} given={given} wrong={wrong} />
        ))}
        <div className={styles.sheetEnd}>
          <Button type="submit">Show results</Button>
          {filtered && (
            <Button
              variant="subtle"
              onClick={() => {
                clear()
                close()
              }}
            >
              Clear filters
            </Button>
          )}
        </div>
      </Form>
    </Drawer>
  )
}

/** A field whose day could not be read, or is before the start. */
interface WrongDay {
  name: string
  isBeforeStart: boolean
}

/** The field or fields of one filter. */
function Field({
  filter,
  given,
  wrong,
}: {
  filter: Filter
  given: Partial<Record<string, string>>
  wrong: WrongDay | undefined
}) {
  const { locale } = useMerchant()
  const today = useToday()
  const [named, setNamed] = useState<string>()
  switch (filter.kind) {
    case 'choice':
      return (
        <NativeSelect
          label={filter.label}
          name={filter.name}
          defaultValue={given[filter.name] ?? ''}
          data={[{ value: '', label: 'Any' }, ...filter.options]}
        />
      )
    case 'flag':
      return (
        <Checkbox
          label={filter.label}
          name={filter.name}
          value={filter.value}
          defaultChecked={given[filter.name] === filter.value}
        />
      )
    case 'text':
    case 'currency':
      return <TypedFilter filter={filter} given={given} />
    case 'range':
      return (
        <div className={styles.pair}>
          <TypedFilter filter={filter} given={given} />
        </div>
      )
    case 'period': {
      const [start, end] = [given[filter.from], given[filter.to]]
      const usual = nameOfPeriod({ start, end }, today) ?? (start || end ? 'Custom' : '')
      const chosen = named ?? usual
      return (
        <div className={styles.pair}>
          <NativeSelect
            label={filter.label}
            name={filter.label}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setNamed(value)}
            data={[
              { value: '', label: 'Any time' },
              ...namedPeriods(today).map(({ name }) => name),
              { value: 'Custom', label: 'Custom' },
            ]}
          />
          {chosen === 'Custom' &&
            (['from', 'to'] as const).map((edge) => {
              const day = given[filter[edge]]
              return (
                <TextInput
                  key={edge}
                  label={edge === 'from' ? 'From' : 'To'}
                  name={filter[edge]}
                  defaultValue={day && (isDay(day) ? dayInDigits(day, locale) : day)}
                  placeholder={dayPattern(locale)}
                  error={
                    wrong?.name === filter[edge] &&
                    (wrong.isBeforeStart ? rangeProblems.reversed : rangeProblems.unreadable(locale))
                  }
                />
              )
            })}
        </div>
      )
    }
  }
}
