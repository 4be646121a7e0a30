'use client'

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthInWords } from '@/server/model/calendar'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { SavedForm } from '../../../_parts/saved-form'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'
import { changedSettings } from '../../_parts/changed-settings'
import form from '../../_parts/form.module.css'
import { BookkeepingHead } from '../_parts/bookkeeping-head'
import { labelOf } from './account-label'
import { ChartPicker } from './chart-picker'
import { wrapperOrder } from './wrapper-order'

type ChartSettings = Outputs['bookkeeping']['settings']
type ChartChange = Inputs['bookkeeping']['changeSettings']

/** The accounts that exports post to, and what else the formats need. */
export function ChartOfAccounts() {
  const query = useQuery(useTRPC().bookkeeping.settings.queryOptions())
  const { may } = useMerchant()
  return (
    <>
      <BookkeepingHead title="Chart of accounts" />
      <p className={detail.about}>
        SIE and DATEV files post to these accounts. Ask your accountant which ones to use.
        {!may('admin') && ' Only admins and owners can change them.'}
      </p>
      <QueryState what="The accounts" query={query} loading={<FormSkeleton what="The accounts" fields={8} />}>
        {(settings) => <Accounts key={settings.chartName} settings={settings} readAgain={query.refetch} />}
      </QueryState>
    </>
  )
}

const ownNumbersOf = (accounts: ChartSettings['accounts']) =>
  Object.fromEntries(
    accounts.map((account) => [account.key, account.number === account.default ? null : account.number]),
  )

/** Saves only what was changed, because two people may have the form open. */
function Accounts({ settings, readAgain }: { settings: ChartSettings; readAgain: () => Promise<unknown> }) {
  const { chartName, accounts, oneStopShop, fiscalYearStart, datev } = settings
  const [saved, setSaved] = useState<ChartChange>({
    chart: ownNumbersOf(accounts),
    oneStopShop,
    fiscalYearStart,
    datev,
  })
  const { percent } = useMerchant()
  const toast = useToast()
  const save = useMutation(
    useTRPC().bookkeeping.changeSettings.mutationOptions({
      onSuccess: async () => {
        // Until then, the picker of charts would not know which numbers it deletes.
        await readAgain()
        toast({ text: 'Accounts saved' })
      },
    }),
  )
  const nameOf = (key: string) => `chart.${key}`
  const numbers = ['consultant', 'client'] as const
  const isGerman = chartName !== 'BAS'
  return (
    <>
      <ChartPicker settings={settings} disabled={save.isPending} />
      <SavedForm
        what="accounts"
        save={save}
        className={`${form.form} ${form.alone}`}
        submit={(text, data) => {
          const numberIn = (name: string) => (text(name) === '' ? null : Number(text(name)))
          const change: ChartChange = {
            chart: Object.fromEntries(
              accounts.map((account) => {
                const typed = text(nameOf(account.key))
                return [account.key, typed === '' || typed === account.default ? null : typed]
              }),
            ),
            oneStopShop: data.has('oneStopShop'),
            fiscalYearStart: Number(text('fiscalYearStart')),
            ...(isGerman && {
              datev: Object.fromEntries(numbers.map((name) => [name, numberIn(`datev.${name}`)])),
            }),
          }
          // Not as an option of `mutate`: once the user types again, the form no longer hears about this mutation.
          save.mutateAsync(changedSettings(saved, change)).then(
            () => setSaved((before) => ({ ...before, ...change })),
            () => undefined,
          )
        }}
      >
        {(fieldOf) => (
          <>
            <div className={form.fields}>
              {accounts.map((account) => (
                <TextInput
                  {...fieldOf(nameOf(account.key))}
                  key={account.key}
                  label={labelOf(account.key, percent)}
                  description={account.name}
                  inputWrapperOrder={wrapperOrder}
                  defaultValue={account.number}
                  placeholder={account.default}
                  inputMode="numeric"
                />
              ))}
            </div>
            {isGerman && (
              <p className={detail.about}>
                In DATEV, the accounts for sales at 19% and 7% must compute the VAT themselves
                (Automatikkonten).
              </p>
            )}
            <Checkbox
              {...fieldOf('oneStopShop')}
              label="Report VAT on sales to consumers in other EU countries through the One-Stop Shop (OSS)"
              description={ossWords}
              defaultChecked={oneStopShop}
            />
            <div className={form.fields}>
              <NativeSelect
                {...fieldOf('fiscalYearStart')}
                label="Fiscal year begins in"
                maw={232}
                defaultValue={String(fiscalYearStart)}
                data={Array.from({ length: 12 }, (_, place) => ({
                  value: String(place + 1),
                  label: monthInWords(`2026-${String(place + 1).padStart(2, '0')}-01`).split(' ')[0] ?? '',
                }))}
              />
              {isGerman &&
                numbers.map((name) => (
                  <TextInput
                    {...fieldOf(`datev.${name}`)}
                    key={name}
                    {...numberWords[name]}
                    inputWrapperOrder={wrapperOrder}
                    defaultValue={datev[name]}
                    inputMode="numeric"
                  />
                ))}
            </div>
          </>
        )}
      </SavedForm>
    </>
  )
}

const ossWords =
  'Exports post these sales and their VAT to two separate accounts. Leave both out of your domestic VAT return. A consumer is a customer without a VAT number. This applies to every file you export from now on, including files for earlier months.'

const numberWords = {
  consultant: { label: 'Consultant number', description: 'Beraternummer of your tax adviser' },
  client: { label: 'Client number', description: 'Mandantennummer at your tax adviser' },
} as const
