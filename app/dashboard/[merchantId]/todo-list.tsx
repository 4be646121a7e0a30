import Link from 'next/link'
import { dayOf } from '@/server/model/calendar'
import { counted } from '@/server/model/counted'
import { Section } from '../_parts/detail'
import { Icon } from '../_parts/icons'
import type { Outputs } from '../_parts/merchant'
import { useMerchant } from '../_parts/merchant'
import { sumInWords } from '../_parts/sum-in-words'
import { useToday } from '../_parts/use-today'
import { onDay } from './_parts/words'
import styles from './home.module.css'
import { todoPath } from './todo-paths'

type TodoListItem = Outputs['report']['todo']['items'][number]

/** What needs attention, with links to where it is dealt with. */
export function TodoList({ items }: { items: TodoListItem[] }) {
  const { base } = useMerchant()
  const inWords = useWords()
  return (
    <Section title="To do" className={styles.section}>
      {items.length === 0 ? (
        <p className={styles.nothing}>
          <Icon name="check" size={16} /> Nothing needs your attention.
        </p>
      ) : (
        <ul className={styles.todo}>
          {items.map((item) => {
            const { title, note } = inWords(item)
            return (
              <li key={item.kind}>
                <Link href={base + todoPath(item)} prefetch={false} data-urgent={isUrgent(item) || undefined}>
                  <strong>{title}</strong>
                  <span>{note}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

/** Whether money is lost or cannot be taken until somebody acts. */
export const isUrgent = ({ kind }: Pick<TodoListItem, 'kind'>) =>
  kind === 'card service' ||
  kind === 'disputes' ||
  kind === 'late failures' ||
  kind === 'refused refunds' ||
  kind === 'failed payouts' ||
  kind === 'payments' ||
  kind === 'given up' ||
  kind === 'authorisations' ||
  kind === 'callbacks' ||
  kind === 'mail' ||
  kind === 'differences'

function useWords() {
  const { number, money, timeZone } = useMerchant()
  const today = useToday()
  const many = (count: number, one: string, several = `${one}s`) => counted(count, one, several, number)
  return (item: TodoListItem): { title: string; note: string } => {
    switch (item.kind) {
      case 'disputes':
        return {
          title: `${many(item.count, 'dispute')} due`,
          note: item.due
            ? `Respond at the card service. The first deadline is ${onDay(dayOf(item.due, timeZone), today)}`
            : 'Respond at the card service',
        }
      case 'late failures':
        return {
          title: `${many(item.count, 'operation')} failed after being accepted`,
          note:
            item.count > 1
              ? 'The card service first reported them as accepted or done. Start with the oldest'
              : 'The card service first reported it as accepted or done. Open the order to see what to do',
        }
      case 'refused refunds':
        return {
          title: `${many(item.count, 'refund')} failed`,
          note:
            item.count > 1
              ? 'The customers have not received them. Start with the oldest'
              : 'The customer has not received it. Open the order to refund it again',
        }
      case 'failed payouts':
        return {
          title: `${many(item.count, 'payout')} failed`,
          note: 'Check your bank details at the card service',
        }
      case 'payments':
        return {
          title: `${many(item.count, 'payment')} failing`,
          note: `Kassa is retrying ${sumInWords(item.amounts, money) ?? ''}`,
        }
      case 'given up':
        return {
          title: `${many(item.count, 'payment')} still unpaid after the last attempt`,
          note: `${sumInWords(item.amounts, money) ?? ''} in total. Accounts stay suspended until all of it is paid or written off`,
        }
      case 'authorisations':
        return {
          title: `${many(item.count, 'authorisation')} expiring`,
          note: `Charge ${sumInWords(item.amounts, money) ?? ''} within a day. After that, it cannot be charged`,
        }
      case 'differences':
        return {
          title: `${many(item.count, 'difference')} from the card service`,
          note: 'Review each one, then adopt it or mark it as noted',
        }
      case 'comparison':
        return {
          title: 'Reconciliation failed',
          note: 'Differences from the card service may go unnoticed',
        }
      case 'callbacks':
        return {
          title: `${many(item.count, 'callback address', 'callback addresses')} failing`,
          note: 'Your shop does not receive events',
        }
      case 'mail':
        return {
          title: 'E-mails are not being sent',
          note: 'The mail service is not accepting them. Kassa retries each e-mail for a day',
        }
      case 'documents':
        return {
          title: `${many(item.count, 'document')} waiting`,
          note: 'Issued once your company details are complete',
        }
      case 'card service':
        return {
          title: item.isConnected ? 'Card service not working' : 'Card service not connected',
          note: item.isConnected ? 'Payments or other operations fail' : 'Payments cannot be taken',
        }
      case 'company':
        return {
          title: 'Company details incomplete',
          note: 'Receipts and invoices need them',
        }
      case 'support address':
        return {
          title: 'No support address',
          note: 'Customers cannot see how to contact you',
        }
    }
  }
}
