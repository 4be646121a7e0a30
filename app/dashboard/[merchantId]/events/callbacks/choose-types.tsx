'use client'

import { Checkbox, Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypes } from '@/server/model/callback-types'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { FormDialog } from '../../../_parts/form-dialog'
import { useToast } from '../../../_parts/toast'
import { describeType, type ListedCallbackType } from '../../_parts/event-types'
import styles from './address-list.module.css'

/** Chooses the events that an address gets. */
export function ChooseTypes({
  url,
  chosen,
  close,
}: {
  url: string
  chosen: readonly ListedCallbackType[]
  close: () => void
}) {
  const toast = useToast()
  const [types, setTypes] = useState<string[]>([...chosen])
  const [isAll, setAll] = useState(chosen.length === eventTypes.length)
  const change = useMutation(
    useTRPC().callback.changeTypes.mutationOptions({
      onSuccess: () => {
        toast({ text: `${url} gets ${isAll ? 'all events' : counted(types.length, 'event type')}` })
        close()
      },
    }),
  )
  const wanted = eventTypes.filter((type) => types.includes(type))
  return (
    <FormDialog
      title="Choose events"
      close={close}
      act={isAll ? 'Send all events' : `Send ${counted(wanted.length, 'event type')}`}
      disabled={!isAll && wanted.length === 0}
      mutation={change}
      submit={() => change.mutate({ url, types: isAll ? null : wanted })}
    >
      <p className={styles.whole}>
        <code>{url}</code>
      </p>
      <Radio.Group
        label="Events"
        labelProps={{ className: 'visually-hidden' }}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap={8}>
          <Radio value="all" label="All events, including types added to Kassa later" />
          <Radio value="some" label="These events" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group
          label="These events"
          labelProps={{ className: 'visually-hidden' }}
          value={types}
          onChange={setTypes}
          ml={28}
        >
          <Stack gap={8}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={<code>{type}</code>}
                description={describeType(type)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormDialog>
  )
}
