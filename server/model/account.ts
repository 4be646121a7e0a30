import * as z from 'zod'
import { Client, cardFields } from './card/schemas'
import { examples } from './examples'
import { countryCode, dateTime, email, id, text, url } from './fields'
import { languages } from './language'
import { Metadata } from './metadata'
import { Subscription } from './subscription/schemas'

const Address = z
  .strictObject({
    street: text().optional(),
    zipCode: text().optional(),
    city: text().optional(),
    countryCode: countryCode().optional(),
  })
  .meta({ id: 'Address' })

export const Customer = z
  .strictObject({
    type: z.enum(['organisation', 'person']).optional(),
    identityNumber: text().optional().meta({
      description:
        'Personal identity number, or the number of an organisation in the company register of its country. Peppol invoices are addressed to the number of an organisation in Belgium, Denmark, Finland, Iceland, the Netherlands, Norway or Sweden',
    }),
    id: text().optional().meta({ description: "The caller's own customer identifier" }),
    vatNumber: text().optional().meta({
      description:
        'VAT number of an organisation. Shown on invoices, and Peppol invoices are addressed to it. If it is from a different EU country than the merchant, lines with 0% VAT get reverse charge or, if the merchant sells goods, are intra-Community supplies',
      example: 'DE123456789',
    }),
    name: text().optional(),
    address: Address.optional(),
    email: email().optional().meta({ example: 'jane@example.com' }),
    phone: text().optional(),
  })
  .meta({
    id: 'Customer',
    example: examples.customer,
  })
export type Customer = z.infer<typeof Customer>

export const MethodCreatable = z
  .strictObject({
    type: z.literal('token'),
    card: z.string().min(1).max(4000).meta({ description: 'One-time card token' }),
    client: Client.optional(),
  })
  .meta({ id: 'MethodCreatable' })
export type MethodCreatable = z.infer<typeof MethodCreatable>

export const Method = z
  .strictObject({
    type: z.enum(['card', 'token']),
    created: dateTime(),
    token: z.string().meta({ description: 'Signed token that identifies the stored card' }),
    ...cardFields,
  })
  .meta({ id: 'Method', description: 'A card stored on an account', example: examples.method })
export type Method = z.infer<typeof Method>

/** The methods of an account to keep. The first one becomes the default. */
export const MethodSelection = z
  .array(z.strictObject({ token: z.string().min(1).max(4000) }))
  .max(100)
  .meta({ id: 'MethodSelection', description: 'The methods to keep; the first becomes the default' })
export type MethodSelection = z.infer<typeof MethodSelection>

const language = () =>
  z.enum(languages).meta({
    description:
      "The language of the account's mail and documents. Without it, they are in the language that the customer " +
      "chose on the account page, or else in the merchant's.",
    example: 'sv',
  })

export const AccountCreatable = z
  .strictObject({
    number: text()
      .optional()
      .meta({ description: "Account number in the caller's system", example: '10042' }),
    customer: Customer.optional(),
    language: language().optional(),
    method: z.array(MethodCreatable).max(10),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'AccountCreatable' })
export type AccountCreatable = z.infer<typeof AccountCreatable>

export const AccountLanguage = z.strictObject({ language: language().nullable() }).meta({
  id: 'AccountLanguage',
  description: 'null: the language that the customer chose on the account page',
})

export const accountStatuses = ['created', 'active', 'pending', 'suspended'] as const

export const AccountLink = z
  .strictObject({
    url: url(),
    id: id('link'),
    created: dateTime(),
    expires: dateTime(),
    key: z.string(),
    contact: z.string().optional(),
    used: z.boolean(),
  })
  .meta({
    id: 'AccountLink',
    description: 'A single-use login link for the account page',
    example: examples.link,
  })

export const Account = z
  .strictObject({
    id: id('account'),
    number: text().optional(),
    customer: Customer.optional(),
    language: language().optional(),
    method: z.array(Method).meta({ description: 'The stored cards; the first is the default' }),
    link: z.array(AccountLink).optional().meta({
      description:
        'Not returned, because links are secret: only the response that creates a link contains it',
    }),
    status: z.enum(accountStatuses).meta({
      description:
        '`created` in the response that creates the account, and until it has a card; `active` with a card and nothing unpaid; `pending` while a failed payment is retried; `suspended` after its last retry',
    }),
    subscription: z.array(Subscription).meta({ description: 'Subscriptions of the account, oldest first' }),
    metadata: Metadata.optional(),
    erased: dateTime().optional().meta({
      description:
        'When the personal data of its customer was erased. Nothing can be added to the account any more',
    }),
  })
  .meta({ id: 'Account', example: examples.account })
export type Account = z.infer<typeof Account>
