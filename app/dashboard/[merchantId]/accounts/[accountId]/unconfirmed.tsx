'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import own from '../_parts/accounts.module.css'

/** Says that anyone may have created this account, and lets its merchant vouch for it. */
export function Unconfirmed({ id }: { id: string }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { may } = useMerchant()
  const confirm = useMutation(
    trpc.account.confirm.mutationOptions({ onSuccess: () => queries.invalidateQueries() }),
  )
  return (
    <section className={own.unconfirmed} aria-label="Unconfirmed account">
      <p>
        This account was created with a public key, and its e-mail address may belong to someone else. Its
        customer cannot request a login link until you confirm the account. Changing it confirms it too.
      </p>
      {may('support') && (
        <Button
          variant="default"
          w="fit-content"
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ id })}
        >
          Confirm account
        </Button>
      )}
      {confirm.error && (
        <p role="alert" className={styles.problem}>
          {inWords(confirm.error)}
        </p>
      )}
    </section>
  )
}
