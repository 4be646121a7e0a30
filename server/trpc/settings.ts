import * as z from 'zod'
import { moveClock, readClock } from '../billing/clock'
import { ClockMove } from '../billing/clock-schemas'
import { cardAttempts } from '../card/card-attempt-limits'
import { changeSeries, SeriesChange } from '../document/change-series'
import { numberIn, readSeries } from '../document/number-series'
import { MerchantChange, MerchantExpected } from '../merchant/change-merchant'
import { maxLogoBytes, uploadLogo } from '../merchant/logo'
import { languageOf } from '../model/language'
import { changeMailWords, MailName, MailWordsChange, TypedWords } from '../settings/mail-wording'
import { brandingFrom, changeSettings, nextDue, previewMail, settingsOf } from '../settings/settings'
import { as, changesMerchant, router } from './init'

const typed = () => z.string().max(2000)
const TypedBranding = z.strictObject({
  name: typed(),
  logo: typed(),
  colour: typed(),
  supportEmail: typed(),
  website: typed(),
})

export const settingsRouter = router({
  get: as('viewer').query(({ ctx: { context } }) => settingsOf(context.merchant)),

  change: changesMerchant('admin', 'changed settings')
    .input(MerchantChange.extend({ expected: MerchantExpected.optional() }))
    .mutation(async ({ ctx: { context, note }, input: { expected, ...change } }) => {
      note(await changeSettings(context, change, expected))
    }),

  /** How documents are numbered, and the next number of each series. */
  series: as('viewer').query(async ({ ctx: { context } }) =>
    (await readSeries(context)).map((row) => {
      const { series, prefix, isYearly, next } = row
      return { series, prefix, isYearly, next, example: numberIn(row) }
    }),
  ),

  changeSeries: changesMerchant('admin', 'changed the document numbering')
    .input(SeriesChange)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { before, after } = await changeSeries(context, input)
      const shown = (row: typeof before) => ({
        series: row.series,
        prefix: row.prefix,
        isYearly: row.isYearly,
        next: row.next,
      })
      note({
        before: shown(before),
        after: shown(after),
      })
    }),

  /** Stores an image, in base64, as the merchant's logo and returns its address. */
  uploadLogo: changesMerchant('admin', 'uploaded a logo')
    .input(z.strictObject({ content: z.base64().max(Math.ceil(maxLogoBytes / 3) * 4) }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      const changed = await uploadLogo(context, new Uint8Array(Buffer.from(input.content, 'base64')))
      const logo = changed?.after.branding.logo
      note({ after: { 'branding.logo': logo } })
      return logo
    }),

  /** What the limits on card attempts have counted recently. */
  cardAttempts: as('viewer').query(({ ctx: { context } }) => cardAttempts(context)),

  /** A customer mail with branding that is being typed. */
  previewMail: as('viewer')
    .input(TypedBranding)
    .query(async ({ ctx: { context, runtime }, input }) => {
      const { subject, html } = await previewMail(context, {
        baseUrl: runtime.baseUrl,
        template: 'receipt',
        language: languageOf(context.merchant.locale),
        changes: { branding: brandingFrom(input) },
      })
      return { subject, html }
    }),

  /** A mail in the merchant's own words, or in those that are being typed, and Kassa's words for it. */
  previewTemplate: as('viewer')
    .input(MailName.extend({ words: TypedWords.optional() }))
    .query(async ({ ctx: { context, runtime }, input: { template, language, words } }) => {
      const own = context.merchant.mailWording[template]?.[language] ?? {}
      const changes = words && { mailWording: { [template]: { [language]: words } } }
      const { subject, html, pattern } = await previewMail(context, {
        baseUrl: runtime.baseUrl,
        template,
        language,
        ...(changes && { changes }),
      })
      return { subject, html, own, defaults: pattern }
    }),

  changeMailWords: changesMerchant('admin', 'changed the wording of an e-mail')
    .input(MailWordsChange)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { before, after } = await changeMailWords(context, input)
      const { template, language } = input
      note({
        before: { template, language, ...before },
        after: { template, language, ...after },
      })
    }),

  /** The clock of a test merchant. */
  clock: as('viewer').query(async ({ ctx: { context } }) => ({
    ...readClock(context),
    nextDue: await nextDue(context),
  })),

  moveClock: changesMerchant('admin', 'advanced the test clock')
    .input(ClockMove)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { now: before } = readClock(context)
      const moved = await moveClock(context, input)
      const { now, complete: _, to: __, ...done } = moved
      note({
        before: { clock: before },
        after: { clock: now, ...Object.fromEntries(Object.entries(done).filter(([, count]) => count > 0)) },
      })
      return moved
    }),
})
