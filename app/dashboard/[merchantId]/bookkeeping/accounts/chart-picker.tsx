'use client'

import { NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { Outcome } from '../../../_parts/form'
import { FormDialog } from '../../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import { labelOf } from './account-label'
import { wrapperOrder } from './wrapper-order'

type ChartSettings = Outputs['bookkeeping']['settings']
type ChartName = ChartSettings['chartName']

const titles: Record<ChartName, string> = {
  BAS: 'BAS (Sweden, SIE 4)',
  SKR03: 'SKR03 (Germany, DATEV)',
  SKR04: 'SKR04 (Germany, DATEV)',
}

/** Chooses the chart of accounts. If that deletes the merchant's own numbers, a dialog names them first. */
export function ChartPicker({
  settings: { chartName, accounts },
  disabled,
}: {
  settings: ChartSettings
  disabled: boolean
}) {
  const { may, percent } = useMerchant()
  const toast = useToast()
  const [wanted, setWanted] = useState<ChartName>()
  const choose = useMutation(
    useTRPC().bookkeeping.changeSettings.mutationOptions({
      onSuccess: () => {
        setWanted(undefined)
        toast({ text: 'Chart of accounts saved' })
      },
    }),
  )
  const own = accounts.filter((account) => account.number !== account.default)
  // The merchant's own numbers apply only to the chart that they were entered for.
  const change = (to: ChartName) =>
    choose.mutate({ chartName: to, chart: Object.fromEntries(own.map(({ key }) => [key, null])) })
  const close = () => {
    setWanted(undefined)
    choose.reset()
  }
  return (
    <>
      <NativeSelect
        label="Chart of accounts"
        mt={16}
        maw={320}
        data={Object.entries(titles).map(([value, label]) => ({ value, label }))}
        value={chartName}
        disabled={disabled || !may('admin') || choose.isPending}
        onChange={({ currentTarget: { value } }) =>
          own.length > 0 ? setWanted(value as ChartName) : change(value as ChartName)
        }
        inputWrapperOrder={wrapperOrder}
        description="Choosing another chart restores its default accounts."
      />
      {wanted === undefined && <Outcome error={choose.error} />}
      {wanted && (
        <FormDialog
          title={`Change to ${wanted}`}
          close={close}
          act={`Change to ${wanted} and delete ${counted(own.length, 'number')}`}
          color="red"
          mutation={choose}
          submit={() => change(wanted)}
        >
          <Text>
            The account numbers that you entered for {chartName} will be deleted. This cannot be undone.
          </Text>
          <Text component="ul" pl={20}>
            {own.map(({ key, number }) => (
              <li key={key}>
                {labelOf(key, percent)}: {number}
              </li>
            ))}
          </Text>
        </FormDialog>
      )}
    </>
  )
}
