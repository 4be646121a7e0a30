import { exampleMails } from '@/server/mail/example'
import type { MailData } from '@/server/model/mail'

const sweden = { currency: 'SEK', timeZone: 'Europe/Stockholm' }

/** One of each mail, dated 14 March 2031. */
export const mailExamples: MailData = {
  ...exampleMails(sweden, { now: new Date('2031-03-14T13:03:00.000Z'), language: 'en' }),
  'password-reset': { expires: '2031-03-14T14:03:00.000Z' },
  invitation: {
    merchant: 'Åsas Café & Co',
    role: 'support',
    by: 'owner@example.com',
    expires: '2031-03-21T13:03:00.000Z',
  },
  'security-notice': { what: 'password', date: '2031-03-14T13:03:00.000Z' },
  'team-notice': {
    order: 'aKdRUwhpmEoXqTfB',
    number: 'A-1001',
    amount: '26900',
    currency: 'SEK',
    what: 'dispute opened',
    reason: 'fraud',
    due: '2031-03-21T13:03:00.000Z',
    merchant: 'Åsas Café & Co',
    link: 'https://pay.example.com/dashboard/abcdefgh/orders/aKdRUwhpmEoXqTfB',
  },
  'team-digest': {
    merchant: 'Åsas Café & Co',
    link: 'https://pay.example.com/dashboard/abcdefgh',
    notices: [
      {
        what: 'payments failed',
        count: 12,
        ...{ order: 'aKdRUwhpmEoXqTfB', amount: '26900', currency: 'SEK' },
        link: 'https://pay.example.com/dashboard/abcdefgh/orders',
      },
      {
        what: 'callbacks failing',
        count: 1,
        url: 'https://shop.example/callbacks',
        since: '2031-03-14T12:03:00.000Z',
        why: 'Response 500',
        link: 'https://pay.example.com/dashboard/abcdefgh/events/callbacks',
      },
    ],
    more: 3,
  },
}
