'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { monthInWords, monthOf } from '@/server/model/calendar'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { Moment, Section } from '../../_parts/detail'
import { DialogButton, FormDialog } from '../../_parts/form-dialog'
import { useMerchant } from '../../_parts/merchant'
import styles from './_parts/bookkeeping.module.css'
import { inPeriod, spanFrom } from './_parts/period'
import type { PeriodBooks } from './books'

/** The months of the period, with buttons that close them. */
export function Months({ months }: Pick<PeriodBooks, 'months'>) {
  const { may, base } = useMerchant()
  return (
    <Section title="Months">
      <ul className={styles.months}>
        {months.map(({ from, closed, isOver, closeFirst }) => (
          <li key={from}>
            <span>{monthInWords(from)}</span>
            {closed ? (
              <span className={styles.soft}>
                <Chip state="closed" /> <Moment at={closed} />
              </span>
            ) : isOver && may('admin') && closeFirst ? (
              <Link href={inPeriod(`${base}/bookkeeping`, spanFrom(monthOf(`${closeFirst}-01`), 1))}>
                Close {monthInWords(closeFirst)} first
              </Link>
            ) : isOver && may('admin') ? (
              <DialogButton
                size="compact-sm"
                aria-label={`Close ${monthInWords(from)}`}
                dialog={(close) => <CloseMonth month={from} close={close} />}
              >
                Close
              </DialogButton>
            ) : (
              <Chip state={isOver ? 'open' : 'in progress'} />
            )}
          </li>
        ))}
      </ul>
      {months.some(({ closed }) => closed) && (
        <p className={styles.soft}>
          Nothing more is booked in a closed month. Later entries are booked on the first open day.
        </p>
      )}
    </Section>
  )
}

function CloseMonth({ month, close }: { month: string; close: () => void }) {
  const mutation = useMutation(useTRPC().bookkeeping.close.mutationOptions({ onSuccess: close }))
  const name = monthInWords(month)
  return (
    <FormDialog
      title={`Close ${name}`}
      close={close}
      act={`Close ${name}`}
      mutation={mutation}
      submit={() => mutation.mutate({ month })}
    >
      <p>
        Nothing more is booked in {name}. Later entries are booked on the first open day. A closed month
        cannot be opened again.
      </p>
    </FormDialog>
  )
}
