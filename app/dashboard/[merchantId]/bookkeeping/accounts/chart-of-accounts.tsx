'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { monthInWords } from '@/server/model/calendar'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { SavedForm } from '../../../_parts/saved-form'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'
import form from '../../_parts/form.module.css'
import { BookkeepingHead } from '../_parts/bookkeeping-head'

type ChartSettings = Outputs['bookkeeping']['settings']
type ChartChange = Inputs['bookkeeping']['changeSettings']

/** The accounts that exports post to, and what else the formats need. */
export function ChartOfAccounts() {
  const query = useQuery(useTRPC().bookkeeping.settings.queryOptions())
  const { may } = useMerchant()
  return (
    <>
      <BookkeepingHead />
      <p className={detail.about}>
        SIE and DATEV files post to these accounts. Ask your accountant which ones to use.
        {!may('admin') && ' Only admins and owners can change them.'}
      </p>
      <QueryState what="The accounts" query={query} loading={<FormSkeleton what="The accounts" fields={8} />}>
        {(settings) => <Accounts key={settings.chartName} settings={settings} />}
      </QueryState>
    </>
  )
}

const charts: { value: ChartSettings['chartName']; label: string }[] = [
  { value: 'BAS', label: 'BAS (Sweden, SIE 4)' },
  { value: 'SKR03', label: 'SKR03 (Germany, DATEV)' },
  { value: 'SKR04', label: 'SKR04 (Germany, DATEV)' },
]

/** Fields in a row are at the same height, however long their descriptions are. */
const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

const purposes: Record<string, string> = {
  receivable: 'What the card service owes you',
  bank: 'Bank account',
  fees: 'Fees of the card service',
  disputed: 'Disputed payments',
  losses: 'Lost disputes',
  other: 'Unexplained movements',
  'sales.other': 'Sales at other rates',
  'sales.unknown': 'Sales whose VAT is not known',
  'vat.other': 'VAT at other rates',
}

/** "Sales, 25% VAT" */
const labelOf = (key: string, percent: (rate: number) => string): string => {
  const [kind, ...rate] = key.split('.')
  const written = percent(Number(rate.join('.')))
  return purposes[key] ?? (kind === 'vat' ? `VAT, ${written}` : `Sales, ${written} VAT`)
}

function Accounts({ settings }: { settings: ChartSettings }) {
  const { chartName, accounts, fiscalYearStart, datev } = settings
  const { may, percent } = useMerchant()
  const toast = useToast()
  const save = useMutation(
    useTRPC().bookkeeping.changeSettings.mutationOptions({
      onSuccess: () => toast({ text: 'Accounts saved' }),
    }),
  )
  const nameOf = (key: string) => `chart.${key}`
  const numbers = ['consultant', 'client'] as const
  const isGerman = chartName !== 'BAS'
  return (
    <>
      <NativeSelect
        label="Chart of accounts"
        mt={16}
        maw={320}
        data={charts}
        value={chartName}
        disabled={!may('admin') || save.isPending}
        onChange={({ currentTarget: { value } }) =>
          save.mutate({ chartName: value as ChartSettings['chartName'], chart: withoutOwn(settings) })
        }
        inputWrapperOrder={wrapperOrder}
        description="Choosing another chart restores its default accounts."
      />
      <SavedForm
        what="accounts"
        save={save}
        className={`${form.form} ${form.alone}`}
        submit={(text) => {
          const numberIn = (name: string) => (text(name) === '' ? null : Number(text(name)))
          const change: ChartChange = {
            chart: Object.fromEntries(
              accounts.map((account) => {
                const typed = text(nameOf(account.key))
                return [account.key, typed === '' || typed === account.default ? null : typed]
              }),
            ),
            fiscalYearStart: Number(text('fiscalYearStart')),
            ...(isGerman && {
              datev: Object.fromEntries(numbers.map((name) => [name, numberIn(`datev.${name}`)])),
            }),
          }
          save.mutate(change)
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

const numberWords = {
  consultant: { label: 'Consultant number', description: 'Beraternummer of your tax adviser' },
  client: { label: 'Client number', description: 'Mandantennummer at your tax adviser' },
} as const

/** The merchant's own numbers apply only to the chart that they were entered for. */
const withoutOwn = ({ accounts }: ChartSettings) =>
  Object.fromEntries(
    accounts.filter((account) => account.number !== account.default).map(({ key }) => [key, null]),
  )
