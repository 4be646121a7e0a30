'use client'

import { ActionIcon, Popover, TextInput } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type Day, isDay } from '@/server/model/calendar'
import { Icon } from './icons'
import { useMerchant } from './merchant'
import { dayInDigits, dayPattern, readDay } from './table/periods'
import { useToday } from './use-today'

const Calendar = dynamic(() => import('./table/calendar').then((file) => file.Calendar), { ssr: false })

/**
 * A field for a day, typed as in the merchant's locale or chosen from a calendar. `value` is a day, empty, or the typed
 * text while it is not a day, which the server refuses.
 */
export function DayField({
  label,
  value,
  change,
  description,
  error,
}: {
  label: string
  value: Day
  change: (value: Day) => void
  description?: string | undefined
  error?: string | undefined
}) {
  const { locale } = useMerchant()
  const today = useToday()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(isDay(value) ? dayInDigits(value, locale) : value)
  const read = (text: string) => readDay(text, locale) ?? text.trim()
  // The form may have set another day.
  const shown = read(typed) === value || !isDay(value) ? typed : dayInDigits(value, locale)
  const unreadable = value !== '' && !isDay(value)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <TextInput
        label={label}
        value={shown}
        placeholder={dayPattern(locale)}
        autoComplete="off"
        maxLength={20}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          change(read(text))
        }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={unreadable ? undefined : description}
        error={unreadable ? `“${value}” is not a date. Enter it as ${dayPattern(locale)}.` : error}
        rightSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${label}: choose from a calendar`}
              onClick={() => setOpen(!open)}
            >
              <Icon name="calendar" size={16} />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown>
        <Calendar
          start={isDay(value) ? value : undefined}
          today={today}
          press={(day) => {
            setTyped(dayInDigits(day, locale))
            change(day)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
