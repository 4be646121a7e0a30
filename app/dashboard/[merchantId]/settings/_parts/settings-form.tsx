'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { wrongWith } from '../../../_parts/flaws'
import { type FieldText, Form, Outcome } from '../../../_parts/form'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'

export type MerchantSettings = Outputs['settings']['get']

/** A page of settings, which only admins and owners may change. `more`: what is shown above the form. */
export function SettingsPage({
  title,
  about,
  what = 'The settings',
  more,
  children,
}: {
  title: string
  about: ReactNode
  what?: string
  more?: ReactNode
  children: (settings: MerchantSettings) => ReactNode
}) {
  const { may } = useMerchant()
  const query = useQuery(useTRPC().settings.get.queryOptions())
  return (
    <>
      <h1>{title}</h1>
      <p className={detail.about}>
        {about}
        {!may('admin') && ' Only admins and owners can change this.'}
      </p>
      {more}
      <QueryState what={what} query={query} loading={<FormSkeleton what={what} />}>
        {children}
      </QueryState>
    </>
  )
}

/** A form of settings. `children` receives the common attributes of a field by its name. */
export function SettingsForm({
  what,
  changes,
  children,
}: {
  /** What is saved, for the button and the message: "branding". */
  what: string
  /** Returns what to change. */
  changes: (text: FieldText, data: FormData) => Inputs['settings']['change']
  children: (
    fieldOf: (name: string) => { name: string; error: string | undefined; disabled: boolean },
  ) => ReactNode
}) {
  const router = useRouter()
  const { may } = useMerchant()
  const toast = useToast()
  const save = useMutation(
    useTRPC().settings.change.mutationOptions({
      // Every page shows the name, and formats money and dates, according to these settings.
      onSuccess: () => {
        router.refresh()
        toast({ text: `${capitalised(what)} saved` })
      },
    }),
  )
  const wrong = wrongWith(save.error)
  const disabled = !may('admin')
  const fields: string[] = []
  const content = children((name) => {
    fields.push(name)
    return { name, error: wrong(name), disabled }
  })
  return (
    <Form
      className={styles.form}
      submit={(...form) => save.mutate(changes(...form))}
      onChange={() => save.isIdle || save.reset()}
    >
      {content}
      <Outcome error={save.error} fields={fields} />
      {!disabled && (
        <Button type="submit" loading={save.isPending} w="fit-content">
          Save {what}
        </Button>
      )}
    </Form>
  )
}
