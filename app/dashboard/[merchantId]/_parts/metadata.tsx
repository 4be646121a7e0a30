'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxMetadataNames } from '@/server/model/metadata-limit'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { DialogButton, FormDialog } from '../../_parts/form-dialog'
import { Icon } from '../../_parts/icons'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import parts from '../../_parts/parts.module.css'
import { useToast } from '../../_parts/toast'
import styles from './annotations.module.css'

type Described = Inputs['metadata']['replace']
type Given = Described['metadata']
type About =
  | { subject: 'account' | 'order'; id: string }
  | { subject: 'subscription'; account: string; id: string }

/** The merchant's own names and values on an order, account or subscription. */
export function Metadata({ about, metadata }: { about: About; metadata: Given }) {
  const { may } = useMerchant()
  const pairs = Object.entries(metadata)
  if (pairs.length === 0 && !may('support')) return null
  return (
    <Section title="Metadata" className={pairs.length === 0 ? styles.noPrint : undefined}>
      {pairs.length > 0 && (
        <dl className={detail.facts}>
          {pairs.map(([name, value]) => (
            <div key={name}>
              <dt className={styles.name}>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {may('support') && (
        <DialogButton
          size="xs"
          mt={8}
          dialog={(close) => <EditMetadata about={about} metadata={metadata} close={close} />}
        >
          {pairs.length > 0 ? 'Edit metadata' : 'Add metadata'}
        </DialogButton>
      )}
    </Section>
  )
}

interface Pair {
  key: number
  name: string
  value: string
}

function EditMetadata({ about, metadata, close }: { about: About; metadata: Given; close: () => void }) {
  const toast = useToast()
  const save = useMutation(
    useTRPC().metadata.replace.mutationOptions({
      onSuccess: () => {
        close()
        toast({ text: 'Metadata saved' })
      },
    }),
  )
  // What there was when this opened. The page behind it may change.
  const [expected] = useState(metadata)
  const [pairs, setPairs] = useState<Pair[]>(() => {
    const given = Object.entries(metadata).map(([name, value], key) => ({ key, name, value }))
    return given.length > 0 ? given : [{ key: 0, name: '', value: '' }]
  })
  const change = (key: number, to: Partial<Pair>) =>
    setPairs(pairs.map((pair) => (pair.key === key ? { ...pair, ...to } : pair)))
  const named = pairs.filter(({ name, value }) => name !== '' || value !== '')
  const repeated = named.find(({ name }, place) => named.findIndex((each) => each.name === name) < place)
  return (
    <FormDialog
      title="Metadata"
      close={close}
      act="Save metadata"
      disabled={repeated !== undefined}
      mutation={save}
      submit={() => {
        const given = Object.fromEntries(named.map(({ name, value }) => [name, value]))
        save.mutate({ ...about, metadata: given, expected })
      }}
    >
      <p className={detail.soft}>
        Your own names and values, such as numbers in your systems. Customers never see them.
      </p>
      {pairs.map(({ key, name, value }) => (
        <div key={key} className={styles.pair}>
          <TextInput
            aria-label="Name"
            placeholder="Name"
            maxLength={40}
            value={name}
            error={repeated?.key === key && 'This name is already used.'}
            onChange={(changed) => change(key, { name: changed.currentTarget.value })}
          />
          <TextInput
            aria-label="Value"
            placeholder="Value"
            maxLength={500}
            value={value}
            onChange={(changed) => change(key, { value: changed.currentTarget.value })}
          />
          <button
            type="button"
            className={parts.iconButton}
            aria-label={`Remove ${name || 'this line'}`}
            onClick={() => setPairs(pairs.filter((pair) => pair.key !== key))}
          >
            <Icon name="cross" size={16} />
          </button>
        </div>
      ))}
      {pairs.length < maxMetadataNames && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() =>
            setPairs([
              ...pairs,
              { key: 1 + Math.max(-1, ...pairs.map(({ key }) => key)), name: '', value: '' },
            ])
          }
        >
          Add line
        </Button>
      )}
    </FormDialog>
  )
}
