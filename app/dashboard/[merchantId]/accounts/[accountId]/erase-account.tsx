import Link from 'next/link'
import { useMerchant } from '../../../_parts/merchant'
import { EraseData } from '../../_parts/erase-data'

const erased = [
  'Name, address, e-mail address, phone, identity number, VAT number, customer ID, chosen language',
  'Cards, including at the card service, and declined cards',
  'Mail, including mail waiting to be sent; login and payment links',
  'IP addresses and browsers',
  'Notes, tags and metadata, including those of orders, subscriptions and callbacks',
  'Saved views that search for the customer',
  'Details in the audit log, which still shows who did what, and when',
]

const kept = [
  'Orders and payments with the last digits of their card, receipts, invoices, credit notes and the journal. Bookkeeping laws require you to keep them for years. Documents name their buyer and never change.',
  'The account with its ID and numbers, which your books may refer to.',
  'The request log, for 7 days. Then it is deleted automatically.',
]

export function EraseAccount({ id, name }: { id: string; name: string }) {
  const { base } = useMerchant()
  return (
    <EraseData
      subject="account"
      id={id}
      whose={<bdi>{name}</bdi>}
      erased={erased}
      kept={kept}
      afterwards="Afterwards nobody can sign in to the account, nothing can be added to it, and it can never be charged again."
      where={<Link href={`${base}/orders?account=${id}`}>All orders of this account</Link>}
    />
  )
}
