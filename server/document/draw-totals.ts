import { numberFormat } from '../model/formats'
import { bareMoneyIn, moneyIn } from '../model/money/format-money'
import { drawTable, heightOfTable } from './draw-lines'
import type { IssuedDocument } from './issued'
import { heightOf, put } from './put-text'
import { makeRoom, type Sheet, tag } from './sheet'
import type { DocumentWords } from './texts'

/** Draws the totals per rate and the total, all on one page. */
export function drawTotals(
  sheet: Sheet,
  { content, net, vat, gross, currency }: IssuedDocument,
  words: DocumentWords,
): Promise<void> {
  const { locale, totals } = content
  const money = (amount: bigint) => bareMoneyIn(locale, { amount, currency })
  const rate = numberFormat(locale, { maximumFractionDigits: 6 })
  const rows = totals.map((total) => ({
    cells: [
      total.rate === null ? words.unknownRate : words.rateTotal(rate.format(total.rate)),
      money(BigInt(total.net)),
      total.rate === null ? '–' : money(BigInt(total.vat)),
      money(BigInt(total.gross)),
    ],
  }))
  const isStated = totals.some(({ rate }) => rate !== null)
  const last = {
    isBold: true,
    cells: [
      words.total,
      money(net),
      isStated ? money(vat) : '–',
      moneyIn(locale, { amount: gross, currency }),
    ],
  }
  const table = {
    heads: [words.amountsIn(currency), words.net, words.vat, words.gross].map((name) => ({ name })),
    rows: [...rows, last],
    width: Math.round(sheet.width * 0.64),
    leastName: 60,
  }
  sheet.y += 16
  makeRoom(sheet, heightOfTable(sheet, table))
  return drawTable(sheet, table)
}

/**
 * The VAT in the seller's currency, and why VAT is 0. Beside other rates, the latter says that it is about the lines at
 * 0 % only.
 */
export function drawNotes(sheet: Sheet, document: IssuedDocument, words: DocumentWords): void {
  const { totals } = document.content
  const label = totals.length > 1 ? `${words.rateTotal('0')}: ` : ''
  const exemptions = totals.flatMap(({ exemption }) => (exemption ? `${label}${exemption}` : []))
  const notes = new Set([vatInOwnCurrency(document, words), ...exemptions].flatMap((note) => note ?? []))
  sheet.y += 16
  for (const note of notes) {
    const style = { size: 9 } as const
    makeRoom(sheet, heightOf(sheet, note, sheet.width, style))
    tag(sheet, sheet.root, 'P', () => {
      sheet.y += put(sheet, note, sheet.left, sheet.y, sheet.width, style) + 4
    })
  }
}

function vatInOwnCurrency(
  { content: { locale, accountingVat }, currency: from }: IssuedDocument,
  words: DocumentWords,
): string | undefined {
  if (!accountingVat) return undefined
  const { currency, rate, vat } = accountingVat
  const value = numberFormat(locale, { maximumFractionDigits: 9 }).format(Number(rate))
  const money = moneyIn(locale, { amount: BigInt(vat), currency })
  return words.vatIn(currency, money, `1 ${from} = ${value} ${currency}`)
}
