'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Outcome } from '../../../_parts/form'
import { useMerchant } from '../../../_parts/merchant'

/** Says that anyone may have created this account, and lets its merchant vouch for it. */
export function Unconfirmed({ id }: { id: string }) {
  const { may } = useMerchant()
  const confirm = useMutation(useTRPC().account.confirm.mutationOptions())
  return (
    <section className={styles.next} data-wrong aria-label="Unconfirmed account">
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
      <Outcome error={confirm.error} />
    </section>
  )
}
