import { isIP } from 'node:net'
import * as z from 'zod'
import { examples } from '../examples'
import { dateTime, hasNoCardNumber, noCardNumber, text } from '../fields'

export const schemes = [
  'amex',
  'dankort',
  'diners',
  'discover',
  'electron',
  'interpayment',
  'jcb',
  'maestro',
  'mastercard',
  'unionpay',
  'unknown',
  'visa',
] as const

export const Scheme = z.enum(schemes).meta({ description: 'Card scheme', example: 'visa' })
export type Scheme = z.infer<typeof Scheme>

export const Expires = z
  .tuple(
    [z.int().min(1).max(12), z.int().min(0).max(99, 'must be a two-digit year, such as 30')],
    'must be [month, year], such as [12, 30]',
  )
  .meta({ description: 'Card expiry: month, and year in two digits', example: [12, 30] })
export type Expires = [month: number, year: number]

/** The payer's device: stored with the card or payment, never returned. */
export const Client = z
  .strictObject({
    ip: z
      .string()
      .check(({ value, issues }) => {
        const message = 'must be an IPv4 or IPv6 address'
        if (isIP(value) === 0) issues.push({ code: 'invalid_format', format: 'ip', input: value, message })
      })
      .optional()
      .meta({ description: "The payer's IP address", example: '203.0.113.7' }),
    browser: z
      .union([
        text(),
        z.record(text(), z.union([text(), z.number(), z.boolean(), z.array(z.number()).max(10)])),
      ])
      .refine((browser) => hasNoCardNumber(JSON.stringify(browser)), noCardNumber)
      .optional()
      .meta({ description: "The payer's browser: its user agent, or an object of its properties" }),
  })
  .meta({ id: 'Client', description: "The payer's device" })
export type Client = z.infer<typeof Client>

export const cardFields = {
  scheme: Scheme,
  iin: z
    .string()
    .regex(/^\d{6}$/)
    .optional()
    .meta({
      description: 'First 6 digits of the card number; absent if the card service does not provide them',
      example: '411111',
    }),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .meta({ description: 'Last 4 digits of the card number', example: '1111' }),
  expires: Expires,
}

export const CardCreatable = z
  .strictObject({
    pan: z
      .string()
      .regex(/^[\d ]{12,30}$/, 'must be the card number: 12 to 19 digits')
      .meta({ description: 'Card number; test cards only', example: '4111111111111111' }),
    expires: Expires,
    csc: z
      .string()
      .regex(/^\d{3,4}$/, 'must be the security code: three digits, four for American Express')
      .meta({ description: 'Card security code', example: '987' }),
  })
  .meta({ id: 'CardCreatable', description: 'A card to tokenise, with the `test` card service only' })
export type CardCreatable = z.infer<typeof CardCreatable>

export const CardReference = z
  .strictObject({
    reference: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: "The card service's reference of the card", example: 'pm_1QfTxY2eZvKYlo2C' }),
  })
  .meta({
    id: 'CardReference',
    description:
      "A card that was entered in the card service's own fields or, with a private key, that another system has stored at the card service",
  })
export type CardReference = z.infer<typeof CardReference>

export const Card = z
  .strictObject({
    token: z.string().meta({ description: 'One-time card token' }),
    ...cardFields,
    created: dateTime(),
    validUntil: dateTime().meta({ description: 'When the token expires; it can be used once' }),
  })
  .meta({ id: 'Card', description: 'A tokenised card', example: examples.card })
export type Card = z.infer<typeof Card>
